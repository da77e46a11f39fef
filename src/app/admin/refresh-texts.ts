/** What is said of a refresh. */
export const refreshTexts = {
  refreshAll: 'Refresh all',
  withoutToken:
    'Without a working token, no query is refreshed. Results whose 7 days are over are replaced by a message that says what to do, and values that other apps or imports wrote are completed for searches.',
  running: 'Refreshing',
  busy: 'Another refresh is running, and may leave queries out. Choose Refresh all again when it has finished.',
  progressLabel: 'Progress of the refresh',
  listing: 'Asking Jira which queries are in use',
  sweeping: 'Removing queries that Jira no longer keeps',
  repairing: 'Completing values that other apps or imports wrote, so that searches find them',
  counts: (done: string, total: string) => `${done} of ${total} queries checked`,
  outcome: {
    written: (count: string) => `${count} changed`,
    unchanged: (count: string) => `${count} unchanged`,
    failed: (count: string) => `${count} failed`,
    skipped: (count: string) => `${count} skipped (removed, or not used for a long time)`,
    expired: (count: string) => `${count} ended`,
    waiting: (count: string) => `${count} waiting for a token or a person`,
    notAsked: (count: string) => `${count} not refreshed (no working token)`,
    unseen: (count: string) => `${count} on fields that the app can’t see`,
    unlisted: (count: string) => `searches that couldn’t be read: ${count}`,
    repaired: (count: string) => `values completed for searches: ${count}`,
    leftAlone: (count: string) => `values that couldn’t be completed: ${count}`,
  },
  cutOff:
    'Jira keeps more searches than one refresh can hold, so the refresh left out the newest ones. Search with fewer different queries: Jira drops those that nobody has used for 7 days.',
  failedElsewhere:
    'Failed queries that the table doesn’t show never had a result, or their searches use a name that several fields have. These searches say why they fail.',
  leftAloneTitle: 'Searches with workspaceObjects() don’t find some values',
  leftAlone: (fieldNames: string, count: number) =>
    `They are in the ${count === 1 ? 'field' : 'fields'} ${fieldNames}. Another app or an import wrote them in a way that this app can’t read, or Jira doesn’t let it complete them. Open each work item, and choose the objects of the field again.`,
  leftAloneMore: (count: string) =>
    `And ${count} more: the next refresh names those that are left.`,

  waiting: (moment: string) => `Waiting until ${moment} to stay within the service’s limits.`,
  leave: 'You can leave this page. The refresh continues.',
  last: (distance: string) => `Last full refresh: ${distance}.`,
  never: 'Nothing has been refreshed yet.',
  next: (distance: string) => `Next: ${distance}.`,
  failed: 'The last refresh didn’t finish.',
  daily: 'Daily refresh',
  demand: 'Refresh on demand',
  finished: (kind: string, moment: string) => `${kind}, finished ${moment}`,
};
