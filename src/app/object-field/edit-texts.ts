export const editTexts = {
  loading: 'Loading the field',
  selectPlaceholder: 'Type to search',
  connectToSearch: 'Connect your Workspace Data Service account to search. What you typed is kept.',
  notFound: (typedText: string) => `Nothing matches “${typedText}”.`,
  openList: (count: number, hasMore: boolean) => {
    if (count === 1 && !hasMore) return '1 object matches. Open the list to choose it.';
    return `${hasMore ? 'At least ' : ''}${count} objects match. Open the list to choose.`;
  },
  nothingToPick: "There is nothing to pick, or nothing that you're allowed to see.",
  overLimit: (surplus: number) =>
    `This field now takes one object. Remove ${surplus} to save your change.`,
  damaged:
    "Part of this field's value can't be read. It stays as it is unless you change the field.",
  saveFailed: "Your change couldn't be saved. Your picks are still here: try again.",
};
