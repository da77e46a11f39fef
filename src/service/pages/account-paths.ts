import { resetPath } from '../accounts/password-links';

/** Where people see and change what belongs to their account. */
export const tokenPagePath = '/account/tokens';
export const connectedAppsPagePath = '/account/connected-apps';
export const requestUsagePagePath = '/account/use';
export const workspacesPagePath = '/account/workspaces';
export const appPagePath = '/account/apps';
/** Below it are the links of those who forgot theirs. */
export const passwordPagePath = resetPath;
export const peoplePagePath = '/account/people';
export const groupsPagePath = '/account/groups';
export const accessPagePath = '/account/access';
export const seeAsPagePath = '/account/see-as';
export const memberTokensPagePath = '/account/member-tokens';
export const historyPagePath = '/account/history';
export const deletedPagePath = '/account/deleted';
export const signOutPath = '/oauth/sign-out';
export const signInPath = '/oauth/sign-in';

/** Where people sign in and continue to `returnTo`, a path of this service. */
export function signInAddress(returnTo: string): string {
  return `${signInPath}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** The same for whoever sent a form while nobody was signed in: the page says that it did nothing. */
export function signInAddressAfterForm(returnTo: string): string {
  return `${signInAddress(returnTo)}&afterForm=true`;
}
