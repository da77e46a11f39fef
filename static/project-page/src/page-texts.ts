export const pageTexts = {
  loading: 'Loading the tabs',
  tabs: 'Workspace pages',

  connectTitle: 'Connect your account to see these pages',
  connectAbout:
    'The tabs of this project show pages of the Workspace Data Service, with your own permissions there. You agree once that Jira and the service share data on your behalf: who you are there, and what the pages show you. Jira stores none of it.',
  connect: 'Connect your account',
  connectReturn:
    'This opens in a new browser tab. Come back here when you’re done: the tabs appear by themselves.',

  emptyTitle: 'No pages for you here yet',
  empty: (lead: string | undefined) =>
    lead === undefined
      ? 'A project admin can add pages of the Workspace Data Service as tabs. If you expect to see some, ask a project admin, or an administrator of the workspace in the service, for access.'
      : `${lead} leads this project and can add pages of the Workspace Data Service as tabs. If you expect to see some, ask ${lead}, or an administrator of the workspace in the service, for access.`,
  emptyAdminTitle: 'Add the first page',
  emptyAdmin:
    'Each tab shows a page of the Workspace Data Service. People see it with their own permissions there, and only if they can open its site.',

  tabNotHere: 'The tab in this address was removed, or you don’t have access to it.',
  noAccess: 'No access',
  pageNotFound: 'Page not found',

  addTab: 'Add tab',
  tabActions: (name: string) => `Actions for ${name}`,
  edit: 'Edit tab',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  remove: 'Remove tab',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout:
    'The tab will be removed for everyone in this project. The page stays in the service.',
  cancel: 'Cancel',

  addTitle: 'Add a tab',
  editTitle: (name: string) => `Edit ${name}`,
  workspace: 'Workspace',
  site: 'Site',
  page: 'Page',
  name: 'Name of the tab',
  chooseWorkspace: 'Choose a workspace',
  chooseSite: 'Choose a site',
  choosePage: 'Choose a page',
  loadingChoices: 'Loading…',
  noneFound: 'Nothing to choose from',
  keepPage:
    'You can’t open this tab’s page, so you can only rename the tab or choose another page.',
  addAgain: 'To bring it back, add it again.',
  nowNamed: (name: string) => `The tab is now called “${name}”.`,
  nameMissing: 'Enter a name.',
  nameTooLong: (most: number, length: number) =>
    `Use up to ${most} characters. This name has ${length.toLocaleString('en')}.`,
  workspaceMissing: 'Choose a workspace.',
  siteMissing: 'Choose a site.',
  pageMissing: 'Choose a page.',
  save: 'Save',
  reload: 'Reload',
  tryAgain: 'Try again',
};

/** What is said in the place of a page. */
export const frameTexts = {
  loading: 'Loading the page',
  slow: 'This is taking longer than usual.',
  title: (name: string) => `Page of the service: ${name}`,
  openService: 'Open the service in a new tab',
  noWorkItems:
    'Jira can’t search for the work items with this object at the moment. Try again in a little while.',
  failures: {
    expired: {
      title: 'This page was open for too long',
      text: 'Your access to this page expired and couldn’t be renewed. Reload to continue.',
    },
    revoked: {
      title: 'You no longer have access to this page',
      text: 'Your access to the site was taken away in the service. Ask an administrator of the workspace for access.',
    },
    gone: {
      title: 'This page isn’t available',
      text: 'It was deleted in the service, or you no longer have access to it. If you should see it, ask an administrator of the workspace for access.',
    },
    busy: {
      title: 'The service is busy',
      text: 'You or other people in this workspace have made too many requests. Try again in a few minutes.',
    },
    unreachable: {
      title: 'The service can’t be reached',
      text: 'The page couldn’t be loaded. Try again in a little while.',
    },
    refused: {
      title: 'The service didn’t accept this page',
      text: 'The page couldn’t be opened inside Jira. Try again. If this keeps happening, tell your Jira admin.',
    },
    blocked: {
      title: 'Your browser didn’t show this page',
      text: 'The browser, an extension or the network blocked the page, or the service doesn’t allow this Jira site to show it. Allow the service’s address, then try again, or open the service in a tab of its own.',
    },
  },
};
export type FailureCode = keyof typeof frameTexts.failures;
