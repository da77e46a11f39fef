import type { ResolverFunctionCase } from './resolver-functions';

const caller = (
  name: string,
  accountId: string | undefined,
  accountType: string | undefined,
  may: ResolverFunctionCase['policy'][] = [],
) => ({ caller: name, accountId, accountType, may });

/** Everyone who may call the app, and nobody, with the policies that let them. */
export const callers = [
  caller('a Jira admin', 'ada', 'licensed', [
    'licensed',
    'administrator',
    'projectMember',
    'projectAdministrator',
  ]),
  caller('a project admin', 'pia', 'licensed', [
    'licensed',
    'projectMember',
    'projectAdministrator',
  ]),
  caller('a project member', 'mia', 'licensed', ['licensed', 'projectMember']),
  caller('a project admin without a license', 'pia', 'unlicensed'),
  caller('a licensed person', 'ben', 'licensed', ['licensed']),
  caller('a Jira admin whose type the platform leaves out', 'ada', undefined),
  caller('a Jira admin of an unknown type', 'ada', 'partner'),
  caller('a portal customer', 'cora', 'customer'),
  caller('a portal customer without an account', undefined, 'customer'),
  caller('someone without a license', 'dan', 'unlicensed'),
  caller('an anonymous visitor', 'unidentified', 'anonymous'),
  caller('an anonymous visitor without an id', undefined, 'anonymous'),
  caller('someone of an inherited type', 'eve', 'toString'),
  caller('an anonymous visitor of unknown type', 'unidentified', undefined),
  caller('nobody', undefined, undefined),
];

export const denied = { kind: 'problem', code: 'NOT_ALLOWED' };
