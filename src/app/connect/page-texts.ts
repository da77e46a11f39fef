export const connectPageTexts = {
  loading: 'Loading your connection',
  about:
    'This app’s fields show objects from the Workspace Data Service with your own permissions there. You agree once that Jira and the service can share data on your behalf.',
  connectedAs: (name: string, email: string) => `You are connected as ${name} (${email}).`,
  disconnect: 'To disconnect, remove this app from your account’s connected apps:',
  connectedApps: 'Connected apps',
  notConnected: 'Your account isn’t connected yet.',
  connect: 'Connect account',
  waiting: 'Finish connecting in the window that Jira opened, then check again.',
  checkAgain: 'Check again',
  searchesTitle: 'Searches waiting for an account',
  searchesAbout:
    'These searches with workspaceObjects() have no result yet. If you run one with your account, everyone’s searches use the ids of the objects that it finds for 7 days. Anyone who can see a matching work item then knows that its object matches the query.',
  searchesForbidden:
    'Your Jira admins don’t allow people to run searches with their own account. Ask an admin to set an access token.',
  noSearches: 'No searches are waiting.',
  loadingSearches: 'Looking for waiting searches',
  connectFirst: 'Connect your account above to see the waiting searches and run them.',
  connectReason: 'Connect your account to run this search.',
  askedFor: (fieldName: string, distance: string) => `Field ${fieldName}, asked ${distance}`,
  run: 'Run with my account',
  found: (count: number, shown: string) =>
    `${count === 1 ? '1 object' : `${shown} objects`} found.`,
  foundBefore: (count: number, shown: string, distance: string) =>
    `${count === 1 ? '1 object was' : `${shown} objects were`} found ${distance}.`,
  endsAfter: (moment: string) =>
    `Once a search has used the result, everyone’s searches use it until ${moment}. Nobody can run the query again before that.`,
  searchAgain:
    'Search again in Jira in a minute; until then, Jira repeats its last answer. The result stays ready for 10 minutes. If nobody searches in that time, the query waits here again.',
  toSearch: 'Go to Jira’s search',
  close: 'You can close this tab and go back to what you were doing.',
};
