/** Everyone who may call the app, and nobody, with the policies that let them. */
export const callers = [
  {
    caller: 'a Jira admin',
    accountId: 'ada',
    accountType: 'licensed',
    may: ['licensed', 'administrator', 'projectMember', 'projectAdministrator'],
  },
  {
    caller: 'a project admin',
    accountId: 'pia',
    accountType: 'licensed',
    may: ['licensed', 'projectMember', 'projectAdministrator'],
  },
  {
    caller: 'a project member',
    accountId: 'mia',
    accountType: 'licensed',
    may: ['licensed', 'projectMember'],
  },
  {
    caller: 'a project admin without a license',
    accountId: 'pia',
    accountType: 'unlicensed',
    may: [],
  },
  { caller: 'a licensed person', accountId: 'ben', accountType: 'licensed', may: ['licensed'] },
  {
    caller: 'a Jira admin whose type the platform leaves out',
    accountId: 'ada',
    accountType: undefined,
    may: [],
  },
  { caller: 'a Jira admin of an unknown type', accountId: 'ada', accountType: 'partner', may: [] },
  { caller: 'a portal customer', accountId: 'cora', accountType: 'customer', may: [] },
  {
    caller: 'a portal customer without an account',
    accountId: undefined,
    accountType: 'customer',
    may: [],
  },
  { caller: 'someone without a license', accountId: 'dan', accountType: 'unlicensed', may: [] },
  { caller: 'an anonymous visitor', accountId: 'unidentified', accountType: 'anonymous', may: [] },
  {
    caller: 'an anonymous visitor without an id',
    accountId: undefined,
    accountType: 'anonymous',
    may: [],
  },
  { caller: 'someone of an inherited type', accountId: 'eve', accountType: 'toString', may: [] },
  {
    caller: 'an anonymous visitor of unknown type',
    accountId: 'unidentified',
    accountType: undefined,
    may: [],
  },
  { caller: 'nobody', accountId: undefined, accountType: undefined, may: [] },
] as const;

export const denied = { kind: 'problem', code: 'NOT_ALLOWED' };
