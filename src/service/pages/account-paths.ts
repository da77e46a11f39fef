import { resetPath } from '../accounts/password-links';

/** Where people see and change what belongs to their account. */
export const accountPaths = {
  tokens: '/account/tokens',
  connectedApps: '/account/connected-apps',
  usage: '/account/use',
  workspaces: '/account/workspaces',
  apps: '/account/apps',
  /** Below it are the links of those who forgot theirs. */
  password: resetPath,
  people: '/account/people',
  groups: '/account/groups',
  access: '/account/access',
  seeAs: '/account/see-as',
  memberTokens: '/account/member-tokens',
  history: '/account/history',
  deleted: '/account/deleted',
  signOut: '/oauth/sign-out',
  signIn: '/oauth/sign-in',
};

/** Where people sign in and continue to `returnTo`, a path of this service. */
export function signInAddress(returnTo: string): string {
  return `${accountPaths.signIn}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** The same for whoever sent a form while nobody was signed in: the page says that it did nothing. */
export function signInAddressAfterForm(returnTo: string): string {
  return `${signInAddress(returnTo)}&afterForm=true`;
}
