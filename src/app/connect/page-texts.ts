export const pageTexts = {
  loading: 'Loading your connection',
  about:
    'Fields of this app show objects of the Workspace Data Service with your own permissions there. You agree once that Jira and the service share data for you.',
  connectedAs: (name: string, email: string) => `You are connected as ${name} (${email}).`,
  disconnect: 'To disconnect, remove this app from the apps that are connected to your account:',
  connectedApps: 'Connected apps',
  notConnected: 'Your account is not connected yet.',
  connect: 'Connect account',
  waiting: 'Finish connecting in the window that Jira opened, then check again.',
  checkAgain: 'Check again',
  searchesTitle: 'Searches waiting for an account',
  searchesAbout:
    'These searches with workspaceObjects() have no result. If you run one with your account, the ids of the objects that it finds serve everyone’s searches for 7 days. A work item that matches then tells people that its object matches the query.',
  searchesForbidden:
    'A Jira admin doesn’t allow that people run searches with their own account. Ask an admin to set an access token.',
  noSearches: 'No search is waiting.',
  loadingSearches: 'Looking for searches that wait',
  connectFirst: 'Connect your account above to see the searches that wait, and to run them.',
  connectReason: 'Connect your account to run this search.',
  askedFor: (fieldName: string, distance: string) => `Field ${fieldName}, asked ${distance}`,
  run: 'Run with my account',
  found: (count: number, shown: string) =>
    `${count === 1 ? '1 object' : `${shown} objects`} found.`,
  foundBefore: (count: number, shown: string, distance: string) =>
    `${count === 1 ? '1 object was' : `${shown} objects were`} found ${distance}.`,
  endsAfter: (moment: string) =>
    `Once a search has used the result, it serves everyone’s searches until ${moment}. Nobody can run the query again before that.`,
  searchAgain:
    'Search again in Jira in a minute: until then Jira repeats its last answer. The result is ready for 10 minutes, and if nobody searches in that time, the query waits here again.',
  toSearch: 'Go to Jira’s search',
  close: 'You can close this tab and go back to what you were doing.',
};
