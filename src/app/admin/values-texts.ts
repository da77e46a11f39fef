/** What is said of the values that fields hold. */
export const valuesTexts = {
  holdersTitle: 'Where an object is used',
  objectsLabel: 'Objects',
  objectsAbout: 'Search all workspaces that you can read. You can choose up to 10 objects.',
  tooMany: 'Choose up to 10 objects.',
  soughtLabel: 'Object id or label',
  soughtAbout:
    'For an object that was deleted or that you can’t see. An id finds the object in every field and, in a cascade, on every level. A label must match the stored label exactly and, in a cascade, finds the object on the last level only.',
  find: 'Find',
  noFields: 'No field on this site holds objects yet.',
  noHolders: 'No work items hold this object.',
  holdersTable: 'Where these objects are used',
  object: 'Object',
  places: 'Work items',
  openSearch: (fieldName: string) => `Show in Jira’s search: ${fieldName}`,
  about: (fieldName: string, count: string) => `${fieldName}: about ${count}`,
  notSearchable: (fieldName: string) =>
    `${fieldName}: Jira can’t search this field. Check that it has a search template.`,
  appView:
    'The app counts only what it can see, so work items in projects that block apps are missing. Your own search shows what you can see.',

  labelsTitle: 'Refresh stored labels',
  labelsAbout:
    'Jira keeps the label that an object had when someone saved the field. After objects are renamed, refresh the labels of a field on all its work items. This leaves no entry in the history, but your site might still send emails or run automation rules.',
  needsToken: 'To refresh labels, you need an access token. Save one under Token.',
  fieldLabel: 'Field',
  chooseField: 'Choose a field',
  check: 'Check labels',
  refreshCount: (count: string, isOne: boolean) =>
    isOne ? 'Refresh labels on 1 work item' : `Refresh labels on ${count} work items`,
  cancel: 'Cancel',
  canceling: 'Stopping before the next 100 work items.',
  busy: 'Another job is running. Wait until it ends, or cancel it.',
  progressLabel: 'Progress of the job',
  checkingField: (fieldName: string) => `Checking the labels of ${fieldName}`,
  refreshingField: (fieldName: string) => `Refreshing the labels of ${fieldName}`,
  counting: 'Counting work items',
  progress: (done: string, total: string) => `Work items checked: ${done} of about ${total}`,
  leave: 'You can leave this page. The job continues.',
  checked: (fieldName: string, moment: string) => `Labels of ${fieldName} checked, ${moment}`,
  refreshed: (fieldName: string, moment: string) => `Labels of ${fieldName} refreshed, ${moment}`,
  canceled: (fieldName: string, moment: string) =>
    `Labels of ${fieldName}: job canceled, ${moment}`,
  failed: (fieldName: string) => `The job for the labels of ${fieldName} didn’t finish.`,
  upToDate: 'All labels are up to date.',
  outcome: {
    done: (count: string) => `work items checked: ${count}`,
    outdated: (count: string) => `with an old label: ${count}`,
    written: (count: string) => `refreshed: ${count}`,
    changedMeanwhile: (count: string) =>
      `changed by someone in the meantime, left as they are: ${count}`,
    unreadable: (count: string) => `values that the app can’t read, left as they are: ${count}`,
    unknown: (count: string) =>
      `where the field isn’t configured or the token can’t read its workspace: ${count}`,
  },
  unwritable: (count: string, isOne: boolean) =>
    isOne ? '1 work item couldn’t be updated' : `${count} work items couldn’t be updated`,
  unwritableAbout: 'Jira rejected these changes. Open each work item and save the field there.',
  unseen: (count: string, isOne: boolean) =>
    isOne
      ? 'You can see about 1 more work item with this field than the app can, because projects can block apps. Its labels stay as they are.'
      : `You can see about ${count} more work items with this field than the app can, because projects can block apps. Their labels stay as they are.`,
  changesTitle: 'The first changes',
  changesLoading: 'Loading the first changes',
  hidden: (count: string) => `Changes in work items that you can’t see: ${count}.`,
  workItem: 'Work item',
  from: 'Stored label',
  to: 'Label now',
};
