/** As much of a text as one reads to recognize it. */
const shownCharacters = 40;

function beginningOf(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= shownCharacters) return text;
  return `${characters.slice(0, shownCharacters - 1).join('')}…`;
}

const connectToSearch = 'Connect your Workspace Data Service account to search.';

export const pickerTexts = {
  placeholder: 'Type to search',
  connectToSearch: (typedText = '') =>
    typedText === '' ? connectToSearch : `${connectToSearch} What you typed is kept.`,
  nothingFound: (typedText: string) =>
    typedText === ''
      ? 'There is nothing to pick, or nothing that you’re allowed to see. Ask an admin if you expected something.'
      : `Nothing matches “${beginningOf(typedText)}”. Try fewer or other words.`,
  allPicked: 'You’ve picked everything that matches. Remove an object to find it here again.',
  openList: (count: number, shown: string) =>
    count === 1
      ? '1 object matches. Open the list to choose it.'
      : `${shown} objects match. Open the list to choose.`,
  firstShown: (count: string, total: string) =>
    `The first ${count} of ${total} are shown. Type to narrow the list.`,
};
