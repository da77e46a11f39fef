import { identity } from './identity';
import type { Invocation } from './invocation';
import type { Permissions } from './permissions';

/** Who may call a function. */
export type Policy = (invocation: Invocation, permissions: Permissions) => Promise<boolean>;

/** Someone with a Jira license, in Jira itself; never on a page of the service portal. */
export const licensedPerson: Policy = (invocation) =>
  Promise.resolve(identity.callerOf(invocation).kind === 'person');

/** Anyone on a page of the service portal, also people with a license. */
export const portalVisitor: Policy = (invocation) =>
  Promise.resolve(identity.callerOf(invocation).kind === 'visitor');

/** Someone who may administer Jira. A refusal or no answer of Jira is a no. */
export const jiraAdministrator: Policy = async (invocation, permissions) =>
  (await licensedPerson(invocation, permissions)) &&
  (await permissions.find(invocation, { kind: 'administerJira' })) !== undefined;

/** Someone who may see the project that they are in. */
export const projectMember: Policy = async (invocation, permissions) =>
  (await licensedPerson(invocation, permissions)) &&
  holdsInProject('BROWSE_PROJECTS', invocation, permissions);

/** Someone who may see the project that they are in and administers it, or all of Jira. */
export const projectAdministrator: Policy = async (invocation, permissions) =>
  (await projectMember(invocation, permissions)) && administersProject(invocation, permissions);

/** Whether a member of the project administers it, or all of Jira: both are asked at once. */
export const administersProject: Policy = async (invocation, permissions) => {
  const answers = await Promise.all([
    holdsInProject('ADMINISTER_PROJECTS', invocation, permissions),
    jiraAdministrator(invocation, permissions),
  ]);
  return answers.includes(true);
};

async function holdsInProject(
  permission: 'BROWSE_PROJECTS' | 'ADMINISTER_PROJECTS',
  invocation: Invocation,
  permissions: Permissions,
): Promise<boolean> {
  const projectId = invocation.extension.project?.id;
  const question = { kind: 'project', permission, projectId } as const;
  return (await permissions.find(invocation, question)) !== undefined;
}
