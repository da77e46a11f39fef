export const pickerTexts = {
  placeholder: 'Type to search',
  connectToSearch: 'Connect your Workspace Data Service account to search. What you typed is kept.',
  notFound: (typedText: string) => `Nothing matches “${typedText}”.`,
  openList: (count: number, shown: string) =>
    count === 1
      ? '1 object matches. Open the list to choose it.'
      : `${shown} objects match. Open the list to choose.`,
  firstShown: (count: string, total: string) =>
    `The first ${count} of ${total} are shown. Type to narrow the list.`,
  nothingToPick: 'There is nothing to pick, or nothing that you’re allowed to see.',
};
