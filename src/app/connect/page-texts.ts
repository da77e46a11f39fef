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
  close: 'You can close this tab and go back to what you were doing.',
};
