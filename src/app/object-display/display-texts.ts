export const displayTexts = {
  hiddenValue: '(not visible to you)',
  yes: 'Yes',
  no: 'No',
  moreValues: (count: number) => `+${count}`,
  goneNamed: (label: string) => `${label}: deleted, or you don’t have access`,
  savedAsNamed: (label: string, savedLabel: string) => `${label}: saved as “${savedLabel}”`,
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
};

/** @param isPart whether the rest of the value can be read */
export function damagedText(isPart: boolean): string {
  const [subject, consequence] = isPart
    ? ['Part of this', 'removes that part']
    : ['This', 'replaces it'];
  return `${subject} field’s value can’t be read. Saving a change ${consequence}.`;
}

export const viewTexts = {
  none: 'None',
  loading: 'Loading current details',
  connectForCurrent: 'Connect your Workspace Data Service account to see current details.',
  gone: 'Deleted, or you don’t have access',
  savedAs: (label: string) => `Saved as “${label}”`,
};

/** Of the dialog that shows all that there is to know of an object. */
export const detailsTexts = {
  details: (label: string) => `All details of ${label}`,
  loadingDetails: 'Loading all details',
  connectForDetails: 'Connect your Workspace Data Service account to see the details.',
  noDetails: 'This object has no other details, or none you have access to.',
  openObject: 'Open in Workspace Data Service',
  workItems: 'Work items with this object',
  close: 'Close',
};

/** A path or a label of 255 characters would push everything else out of sight. */
export const labelLines = 3;
