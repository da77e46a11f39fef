import type { KnownAccount, AppFieldType } from '../calls/sandbox-state';

/** Whether the platform draws a field of the app for the person at all. */
export function isOpenTo(
  { unlicensedAccess }: Pick<AppFieldType, 'unlicensedAccess'>,
  { accountType }: Pick<KnownAccount, 'accountType'>,
): boolean {
  return accountType === 'licensed' || unlicensedAccess.includes(accountType);
}
