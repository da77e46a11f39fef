/** As much of a text as one reads to recognize it. */
const shownCharacters = 40;

/** The whole text, or its beginning and a sign that there is more, in so many characters. */
export function beginningOf(text: string, maximumCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maximumCharacters) return text;
  const beginning = characters.slice(0, maximumCharacters - 1).join('');
  return `${beginning.trimEnd()}…`;
}

const connectToSearch = 'Connect your Workspace Data Service account to search.';

export const pickerTexts = {
  placeholder: 'Type to search',
  connectToSearch: (typedText = '') =>
    typedText === '' ? connectToSearch : `${connectToSearch} What you typed is kept.`,
  nothingFound: (typedText: string) =>
    typedText === ''
      ? 'There’s nothing to choose, or nothing you have access to. If you expected something, ask an admin.'
      : `Nothing matches “${beginningOf(typedText, shownCharacters)}”. Try fewer or different words.`,
  allPicked: 'You’ve picked everything that matches. Remove an object to see it here again.',
  openList: (count: number, shown: string) =>
    count === 1
      ? '1 object matches. Open the list to choose it.'
      : `${shown} objects match. Open the list to choose.`,
  firstShown: (count: string, total: string) =>
    `Showing ${count} of ${total}. Type to narrow the results.`,
  firstPicked: (count: string, total: string) =>
    `You’ve picked all of the first ${count} of ${total}. Type to find others.`,
};
