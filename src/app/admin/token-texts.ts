/** What is said of the access token. */
export const tokenTexts = {
  about:
    'The app uses this token to run the queries in workspaceObjects() searches: right away when someone searches, then every day, and whenever you choose Refresh.',
  without:
    'Without a token, each new query waits for one, or for someone to run it with their own account if you allow that. The result then expires after 7 days, and until then searches don’t show changes in the service. Fields and their configuration work without a token, except on the service portal.',
  whoseRights:
    'Searches find what the token’s owner can read, no matter who searches. Choose an owner who can read what people search for, but nothing that people shouldn’t be able to infer.',

  none: 'There’s no token.',
  label: 'Service access token',
  help: 'Anyone with an account can create it in the service, under Access tokens. It’s stored encrypted and never shown again.',
  toService: 'Create a token in the service',
  save: 'Save token',
  notSaved: 'This token isn’t saved yet',
  wouldLose: (names: string) =>
    `It can’t read the workspace or type of: ${names}. If you save it, the next refresh removes the stored results that need them, and searches on these fields fail or find less. Give the token’s owner access in the service, then save it again, or use a token from someone who has access.`,
  saveAnyway: 'Save it anyway',
  empty: 'Paste a token first.',
  saved:
    'Saved. The service accepts this token. A refresh of all stored results has started. Search again with queries that never had a result: the next search gets one.',
  savedWithoutRefresh:
    'Saved. The service accepts this token, but the refresh couldn’t start. Choose Refresh all under Queries to refresh stored results, including those that expired.',
  cancel: 'Cancel',

  owner: 'Owner',
  ownerIs: (name: string, email: string) => `${name} (${email})`,
  token: 'Token',
  tokenIs: (name: string, lastFour: string) => `“${name}”, ending in ${lastFour}`,
  validity: 'Expires',
  forever: 'never, unless it is revoked',
  ended: (moment: string) => `${moment} (expired)`,
  until: (moment: string, distance: string) => `${moment} (${distance})`,
  setAt: 'Saved',

  test: 'Test',
  works: (name: string) => `The token works. It belongs to ${name}.`,
  unreadableTitle: 'The access token can’t read every field',
  unreadable: (names: string) =>
    `It can’t read the workspace or type of: ${names}. Searches on these fields fail or find less. Give the token’s owner access in the service, or save a token from someone who has access.`,
  replace: 'Replace',
  remove: 'Remove',
  removeTitle: 'Remove the access token?',
  removeAbout:
    'Without it, nothing refreshes stored results. They expire 7 days after they were last correct, and searches then say so and ask for a token. A new query waits for a token, or for someone to run it with their own account if you allow that. The token itself stays valid in the service, so revoke it there.',
  removed: 'Removed. Revoke the token in the service if nothing else uses it.',
};
