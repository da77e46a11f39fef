import type { Account, FieldType } from '../calls/sandbox-state';

/** Whether the platform draws a field of the app for the person at all. */
export function isOpenTo(
  { unlicensedAccess }: Pick<FieldType, 'unlicensedAccess'>,
  { accountType }: Pick<Account, 'accountType'>,
): boolean {
  return accountType === 'licensed' || unlicensedAccess.includes(accountType);
}
