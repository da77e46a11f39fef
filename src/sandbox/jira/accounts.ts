import * as z from 'zod';
import type { JiraModel } from './model';
import type { Profile } from './state';

export interface Account {
  /** The short name that scripts use. */
  account: string;
  accountId: string;
  displayName: string;
  email: string;
  description: string;
  /** Holds the global permission ADMINISTER. */
  isAdmin: boolean;
  /** As Forge names it; only people with a license see anything of Jira but the portal. */
  accountType: AccountType;
}

/** @see https://developer.atlassian.com/platform/forge/access-to-forge-apps-for-unlicensed-users/ */
export type AccountType = 'licensed' | 'unlicensed' | 'customer' | 'anonymous';

/** @param number the end of the account id */
function person(
  account: string,
  number: number,
  displayName: string,
  description: string,
  more: Partial<Account> = {},
): Account {
  const accountId = `712020:0b6f3a52-6f0e-4c55-9f0e-8f5f7a1c000${number}`;
  const email = `${account}@example.com`;
  const names = { account, accountId, displayName, email, description };
  return { ...names, isAdmin: false, accountType: 'licensed', ...more };
}

export const accounts: readonly Account[] = [
  person('admin', 1, 'Amara Okafor', 'Jira administrator; member of both workspaces', {
    isAdmin: true,
  }),
  person('lead', 2, 'Lena Fischer', 'Administers the projects DEMO and HELP'),
  person(
    'member',
    3,
    'Mateo Álvarez',
    'Works in both projects; may not read contracts in the service',
  ),
  person(
    'outsider',
    4,
    'Oskar Nowak',
    'Works in DEMO; has a service account, but belongs to no workspace',
  ),
  person('newcomer', 5, 'Nora Lindqvist', 'Works in DEMO; has no service account yet'),
  person('customer', 6, 'Carla Rossi', 'Uses the help center only; no Jira license', {
    accountType: 'customer',
  }),
  person(
    'unlicensed',
    7,
    'Uma Sato',
    'Has an Atlassian account without a Jira license; uses the help center',
    { accountType: 'unlicensed' },
  ),
  {
    account: 'visitor',
    // The platform gives this id to everyone who isn't logged in.
    accountId: 'unidentified',
    displayName: 'Visitor',
    email: '',
    description: 'Not logged in',
    isAdmin: false,
    accountType: 'anonymous',
  },
];

/** The app's own user, as it appears in Jira. */
export const appUser = {
  accountId: '557058:0b6f3a52-6f0e-4c55-9f0e-8f5f7a1c00aa',
  displayName: 'Workspace Objects for Jira',
};

/** Returns the person with this short name, `undefined` where there is none. */
export function findAccount(name: string): Account | undefined {
  return accounts.find(({ account }) => account === name);
}

export function findAccountById(accountId: string): Account | undefined {
  return accounts.find((candidate) => candidate.accountId === accountId);
}

/** Returns `anonymous` for an id that is nobody's of the demo. */
export function accountTypeOf(accountId: string): AccountType {
  return findAccountById(accountId)?.accountType ?? 'anonymous';
}

/** Returns the short name of an account, or the id itself where it is nobody's of the demo. */
export function accountName(accountId: string): string {
  return findAccountById(accountId)?.account ?? accountId;
}

/** Returns the name that Jira shows for a person or the app's own user. */
export function displayNameOf(accountId: string): string {
  if (accountId === appUser.accountId) return appUser.displayName;
  return findAccountById(accountId)?.displayName ?? 'Former user';
}

/** Of people who chose nothing. */
const defaultProfile: Profile = { locale: 'en-US', timeZone: 'Europe/Stockholm' };

/** The languages of Jira that can be chosen here; the stand-in's own texts stay English. */
export const locales = [
  'en-US',
  'en-GB',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'ja-JP',
  'zh-CN',
] as const;

export const profileChoice = z.strictObject({
  locale: z.enum(locales),
  timeZone: z.enum(Intl.supportedValuesOf('timeZone'), 'There is no such time zone.'),
});

export function profileOf({ state }: JiraModel, accountId: string): Profile {
  return state.profiles[accountId] ?? defaultProfile;
}

/** Who calls Jira: the app on its own behalf, or a person. */
export type Caller = { kind: 'app' } | { kind: 'person'; accountId: string };
