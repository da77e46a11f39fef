export const pickerTexts = {
  placeholder: 'Type to search',
  connectToSearch: 'Connect your Workspace Data Service account to search. What you typed is kept.',
  notFound: (typedText: string) => `Nothing matches “${typedText}”.`,
  openList: (count: number, hasMore: boolean) => {
    if (count === 1 && !hasMore) return '1 object matches. Open the list to choose it.';
    return `${hasMore ? 'At least ' : ''}${count} objects match. Open the list to choose.`;
  },
  firstShown: (count: number) => `The first ${count} are shown. Type to narrow the list.`,
  nothingToPick: "There is nothing to pick, or nothing that you're allowed to see.",
};
