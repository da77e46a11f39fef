import type { Invocation } from './invocation';
import type { Permissions } from './permissions';

/** Who may call a function. */
export type Policy = (invocation: Invocation, permissions: Permissions) => Promise<boolean>;

/** The platform gives people without an account this id. */
const anonymousAccountId = 'unidentified';

/** Someone with a Jira licence; never an anonymous visitor or a portal customer. */
export const licensedPerson: Policy = (invocation) =>
  Promise.resolve(isSignedIn(invocation) && invocation.accountType === 'licensed');

/** Someone who may administer Jira. A refusal or no answer of Jira is a no. */
export const jiraAdministrator: Policy = async (invocation, permissions) =>
  (await licensedPerson(invocation, permissions)) &&
  (await permissions.find(invocation, { kind: 'administerJira' })) !== undefined;

function isSignedIn({ accountId }: Invocation): boolean {
  return accountId !== undefined && accountId !== '' && accountId !== anonymousAccountId;
}
