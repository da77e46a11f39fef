/** What is said of a refresh. */
export const refreshSectionTexts = {
  refreshAll: 'Refresh all',
  withoutToken:
    'Without a working token, no query is refreshed. Results that are older than 7 days are replaced with a message that says what to do. Values that other apps or imports wrote are still completed, so that searches find them.',
  running: 'Refreshing',
  busy: 'Another refresh is running and may skip some queries. Choose Refresh all again when it’s done.',
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
    expired: (count: string) => `${count} expired`,
    waiting: (count: string) => `${count} waiting for a token or a person`,
    notAsked: (count: string) => `${count} not refreshed (no working token)`,
    unseen: (count: string) => `${count} on fields that the app can’t see`,
    accessLost: (count: string) => `${count} kept (the token’s owner lost access)`,
    unlisted: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'search' : 'searches'} couldn’t be read`,
    repaired: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'value' : 'values'} completed for searches`,
    leftAlone: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'value' : 'values'} couldn’t be completed`,
  },
  cutOff:
    'Jira keeps more searches than one refresh can handle, so the refresh skipped the newest ones. Use fewer different queries: Jira drops those that nobody has used for 7 days.',
  failedElsewhere:
    'Failed queries that the table doesn’t show never had a result, or their searches use a name that several fields share. Those searches say why they fail.',
  accessLostTitle: 'The access token’s owner lost access',
  accessLostAbout:
    'The owner of the access token can no longer read the workspaces or types of some fields in the service. Stored results on these fields stay for 7 days after they were last correct, and new searches on them fail. Give the owner access again, or save a token from someone who has access.',
  leftAloneTitle: 'Searches with workspaceObjects() don’t find some values',
  leftAlone: (fieldNames: string, count: number) =>
    `They are in the ${count === 1 ? 'field' : 'fields'} ${fieldNames}. Another app or an import wrote them in a way that this app can’t read, or Jira doesn’t let it complete them. Open each work item and choose the field’s objects again.`,
  leftAloneMore: (count: string) =>
    `And ${count} more. The next refresh lists the ones that are left.`,
  leave: 'You can leave this page. The refresh continues.',
  last: (distance: string) => `Last full refresh: ${distance}.`,
  never: 'Nothing has been refreshed yet.',
  next: (moment: string) => `Next: about ${moment}.`,
  failed: 'The last refresh didn’t finish.',
  daily: 'Daily refresh',
  demand: 'Refresh on demand',
  finished: (kind: string, moment: string) => `${kind}, finished ${moment}`,
};
