/** What is said of the access token. */
export const tokenTexts = {
  about:
    'The app runs the queries of workspaceObjects() searches with this token of the service: at once when somebody searches, then every day, and whenever you choose Refresh.',
  without:
    'Without a token, each new query waits for one, or for someone who runs it with their own account if you allow that. The result then expires after 7 days, and until then searches don’t show changes in the service. Fields and their configuration work without a token, except on the service portal.',
  whoseRights:
    'Searches find what the token’s owner may read, no matter who searches. Choose an owner who may read what people search for, but nothing that they must not be able to infer.',

  none: 'There is no token yet.',
  label: 'Access token of the service',
  help: 'Someone with an account creates it in the service, under access tokens. It is stored encrypted, and never shown again.',
  toService: 'Create a token in the service',
  save: 'Save token',
  notSaved: 'This token isn’t saved yet',
  wouldLose: (names: string) =>
    `It can’t read the workspace or type of: ${names}. If you save it, the next refresh removes the stored results that need them, and searches with these fields fail or find less. Give its owner access in the service, then save it again, or use a token of someone who has access.`,
  saveAnyway: 'Save it anyway',
  empty: 'Paste a token first.',
  saved:
    'Saved. The service accepts this token. A refresh has started: searches that were refused will get their results.',
  savedWithoutRefresh:
    'Saved. The service accepts this token, but the refresh couldn’t start. Choose Refresh all under Queries to give searches that were refused their results.',
  cancel: 'Cancel',

  owner: 'Owner',
  ownerIs: (name: string, email: string) => `${name} (${email})`,
  token: 'Token',
  tokenIs: (name: string, lastFour: string) => `“${name}”, ending in ${lastFour}`,
  validity: 'Ends',
  forever: 'never, unless it is revoked',
  ended: (moment: string) => `${moment}. It has expired.`,
  until: (moment: string, distance: string) => `${moment} (${distance})`,
  setAt: 'Saved',

  test: 'Test',
  works: (name: string) => `The token works. It belongs to ${name}.`,
  unreadableTitle: 'The access token can’t read every field',
  unreadable: (names: string) =>
    `It can’t read the workspace or type of: ${names}. Searches with these fields fail or find less. Give the token’s owner access in the service, or save a token of someone who has access.`,
  replace: 'Replace',
  remove: 'Remove',
  removeTitle: 'Remove the access token?',
  removeAbout:
    'Nothing refreshes stored results without it. They expire 7 days after they were last correct, and searches then say so and ask for a token. A new query waits for a token, or for someone who runs it with their own account if you allow that. The token itself stays valid in the service, so revoke it there.',
  removed: 'Removed. Revoke the token in the service if nothing else uses it.',
};
