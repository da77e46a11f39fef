/** Where people see and change what belongs to their account. */
export const tokenPagePath = '/account/tokens';
export const usePagePath = '/account/use';
export const appPagePath = '/account/apps';
export const peoplePagePath = '/account/people';
export const invitationPath = '/account/invitation';
export const signOutPath = '/oauth/sign-out';
