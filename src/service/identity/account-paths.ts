/** Where people see and change what belongs to their account. */
export const tokenPagePath = '/account/tokens';
export const usePagePath = '/account/use';
export const signOutPath = '/oauth/sign-out';
