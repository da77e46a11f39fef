/** The tables that belong to no workspace, and why. Of all others each row says which workspace it is of. */
export const globalTables: Readonly<Record<string, string>> = {
  account: 'a person is one in all workspaces',
  personal_access_token: 'a token is looked up before it is known which workspace it is used for',
  token_block: 'it goes with its token, which may be for all workspaces of a person',
  oauth_payload: 'as a token: people sign in to the service, not to a workspace',
  sign_in_failure: 'wrong passwords are counted by email address',
  invitation: 'with it a person chooses the password of their account',
  workspace: 'its id is the id of the workspace, and names are listed over several',
  membership: 'which workspaces a person has is asked before one is chosen',
  identity_key: 'the keys of the service',
  request_count: 'limits are counted by token or by workspace, in texts',
  request_time: 'as request_count',
  request_log: 'as request_count',
  app: 'an app belongs to its developer',
  app_version: 'as app',
  migration: 'what was done to the tables',
};
