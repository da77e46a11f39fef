import type { Account } from '../../jira/accounts';
import type { AppFieldType } from '../calls/sandbox-calls';

/** Whether the platform draws a field of the app for the person at all. */
export function isOpenTo(
  { unlicensedAccess }: Pick<AppFieldType, 'unlicensedAccess'>,
  { accountType }: Pick<Account, 'accountType'>,
): boolean {
  return accountType === 'licensed' || unlicensedAccess.includes(accountType);
}
