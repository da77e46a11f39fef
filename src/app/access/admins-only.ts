import { adminErrorReply } from '../replies/error-reply';
import { jiraAdministrator } from './policies';

/**
 * For functions that only Jira admins may call, who read what they can do themselves.
 * @param modules keys of the manifest's modules whose screens call them
 */
export function adminsOnly(modules: readonly string[]) {
  return { policy: jiraAdministrator, modules, explain: adminErrorReply };
}
