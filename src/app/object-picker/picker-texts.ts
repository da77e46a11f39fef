export const pickerTexts = {
  placeholder: 'Type to search',
  connectToSearch: 'Connect your Workspace Data Service account to search. What you typed is kept.',
  nothingFound: (typedText: string) =>
    typedText === ''
      ? 'There is nothing to pick, or nothing that you’re allowed to see.'
      : `Nothing matches “${typedText}”.`,
  allPicked: 'You’ve picked everything that matches.',
  openList: (count: number, shown: string) =>
    count === 1
      ? '1 object matches. Open the list to choose it.'
      : `${shown} objects match. Open the list to choose.`,
  firstShown: (count: string, total: string) =>
    `The first ${count} of ${total} are shown. Type to narrow the list.`,
};
