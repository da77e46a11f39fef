/** What has to be done once, and where. */
export const checklistTexts = {
  title: 'Set up',
  complete: 'Setup is complete: account, field, configuration, screens and token are in place.',
  show: 'Show the steps',
  hide: 'Hide the steps',
  checkAgain: 'Check again',
  loading: 'Checking this step',
  done: 'Done',
  open: 'To do',
  unknown: 'Check it yourself',

  account: 'Connect your account',
  accountAbout: 'Configuration screens show what your own account in the service can read.',
  connectedAs: (name: string, email: string) => `You are connected as ${name} (${email}).`,
  connect: 'Connect your account',

  field: 'Create a field',
  fieldAbout:
    'In Jira’s custom fields, create a field of the type “Workspace object” or “Workspace cascade”.',
  fieldNames: (names: string) => `Fields: ${names}.`,
  toFields: 'Open custom fields',

  context: 'Configure its context',
  contextAbout: 'Choose the workspace, type and query in the list of the field’s contexts.',
  contextLater: 'Available once you create a field.',
  contextsMissing: (names: string) => `Not configured yet: ${names}.`,
  partlyConfigured: (name: string, configured: string, all: string) =>
    `${name} (${configured} of ${all} contexts)`,
  contextsDone: (names: string) => `Configured: ${names}.`,
  toContexts: (name: string) => `Open the contexts of ${name}`,

  screens: 'Add it to screens',
  screensAbout:
    'The app can’t see screens. Add the field to the screens where people need it. This step counts as done once a work item has a value.',
  screensDone: (names: string) => `In use: ${names}.`,
  usedBy: (name: string, count: string, isOne: boolean) =>
    isOne ? `${name} on about 1 work item` : `${name} on about ${count} work items`,
  toScreens: (name: string) => `Choose the screens of ${name}`,

  token: 'Save an access token',
  tokenAbout:
    'Optional. With a token, workspaceObjects() searches get results right away, and the results are refreshed every day.',
  tokenDone: (owner: string) => `${owner}’s token is in place.`,
  tokenEnded: 'The token has expired. Replace it.',
  tokenUnreadable: (names: string) =>
    `The token can’t read the workspace or type of: ${names}. Give its owner access in the service, or replace it.`,
  tokenRefused: 'The service doesn’t accept the token: it expired or was revoked. Replace it.',
  toToken: 'Go to the access token',
};
