/** What is said of the values that fields hold. */
export const valuesTexts = {
  holdersTitle: 'Where an object is used',
  soughtLabel: 'Object id or label',
  soughtAbout:
    'An id finds an object in every field, and in a cascade on every level. A label finds what is stored, written exactly like that, and in a cascade on the last level.',
  find: 'Find',
  noFields: 'No field of this site holds objects yet.',
  holdersTable: 'Fields that hold it',
  field: 'Field',
  count: 'Work items',
  search: 'Search',
  openSearch: (fieldName: string) => `Show in Jira’s search: ${fieldName}`,
  about: (count: string) => `About ${count}`,
  notSearchable: 'Jira can’t search this field. Check that it has a search template.',
  appView:
    'The app counted what it may see. Work items in projects that block apps aren’t counted, and your own search shows what you may see.',

  labelsTitle: 'Refresh stored labels',
  labelsAbout:
    'Jira keeps the label that an object had when someone saved the field. Refresh the labels of a field on all its work items after objects were renamed. This leaves no entry in the history and sends no mail.',
  needsToken: 'Refreshing needs an access token. Save one under Access token.',
  fieldLabel: 'Field',
  chooseField: 'Choose a field',
  check: 'Check labels',
  refreshCount: (count: string, isOne: boolean) =>
    isOne ? 'Refresh labels on 1 work item' : `Refresh labels on ${count} work items`,
  cancel: 'Cancel',
  canceling: 'Ends before the next 100 work items.',
  busy: 'Another job is under way. Wait until it has ended, or cancel it.',
  progressLabel: 'Progress of the job',
  checkingField: (fieldName: string) => `Checking the labels of ${fieldName}`,
  refreshingField: (fieldName: string) => `Refreshing the labels of ${fieldName}`,
  counting: 'Counting work items',
  progress: (done: string, total: string) => `${done} of about ${total} work items looked at`,
  waiting: (moment: string) => `Waits until ${moment}, to keep within the service’s limits.`,
  leave: 'You can leave this page: the job goes on.',
  checked: (fieldName: string, moment: string) => `Labels of ${fieldName} checked, ${moment}`,
  refreshed: (fieldName: string, moment: string) => `Labels of ${fieldName} refreshed, ${moment}`,
  canceled: (fieldName: string, moment: string) =>
    `The job over the labels of ${fieldName} was canceled, ${moment}`,
  failed: (fieldName: string) => `The job over the labels of ${fieldName} didn’t finish.`,
  upToDate: 'All labels are those of now.',
  outcome: {
    done: (count: string) => `work items looked at: ${count}`,
    outdated: (count: string) => `with an old label: ${count}`,
    written: (count: string) => `refreshed: ${count}`,
    changedMeanwhile: (count: string) => `changed by someone meanwhile, left as they are: ${count}`,
    unreadable: (count: string) => `values that the app can’t read, left as they are: ${count}`,
    unknown: (count: string) =>
      `where the field isn’t configured or the token can’t read its workspace: ${count}`,
  },
  unwritable: (count: string, isOne: boolean) =>
    isOne ? '1 work item couldn’t be written' : `${count} work items couldn’t be written`,
  unwritableAbout: 'Jira refused these. Open each one and save the field there.',
  unseen: (count: string) =>
    `You see about ${count} more work items with this field than the app: projects can block apps, and their labels stay as they are.`,
  changesTitle: 'The first changes',
  changesLoading: 'Loading the first changes',
  hidden: (count: string) => `Changes in work items that you can’t see: ${count}.`,
  workItem: 'Work item',
  from: 'Stored label',
  to: 'Label now',
};
