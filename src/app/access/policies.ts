import type { PermissionProof, PermissionQuestion } from '../platform/proofs';
import type { Clock, Platform } from '../platform/platform';
import { callerOf } from './caller';
import { adminErrorReply, pickingErrorReply } from './error-reply';
import { Problem } from '../replies/problem';
import type { Invocation } from './invocation';
import { createMinuteMemory } from './minute-memory';

/** What the person of an invocation may do in Jira. */
export interface Permissions {
  /** Returns undefined where Jira does not grant it, or nobody is signed in. */
  find(invocation: Invocation, question: PermissionQuestion): Promise<PermissionProof | undefined>;
  /** @throws {Problem} NOT_ALLOWED */
  get(invocation: Invocation, question: PermissionQuestion): Promise<PermissionProof>;
}

/**
 * Remembers what was granted in a project for a minute, by installation and account; never a refusal,
 * and never who administers Jira: that is asked on every call.
 */
export function createPermissions(platform: Platform, now: Clock): Permissions {
  const granted = createMinuteMemory<PermissionProof>(platform, now);

  async function find(invocation: Invocation, question: PermissionQuestion) {
    if (!invocation.accountId) return undefined;
    const known = granted.find(invocation.accountId, question);
    if (known) return known;
    const proof = await platform.asPerson.findPermission(question);
    if (proof && question.kind === 'project') granted.keep(proof, invocation.accountId, question);
    return proof;
  }

  return foundBy(find);
}

/** Asks Jira on every call, for what has to end with the permission. */
export function createUnrememberedPermissions({ asPerson }: Pick<Platform, 'asPerson'>) {
  return foundBy(async ({ accountId }, question) =>
    accountId ? asPerson.findPermission(question) : undefined,
  );
}

function foundBy(find: Permissions['find']): Permissions {
  return {
    find,
    async get(invocation, question) {
      const proof = await find(invocation, question);
      if (!proof) throw new Problem('NOT_ALLOWED');
      return proof;
    },
  };
}

export type Policy = (invocation: Invocation, permissions: Permissions) => Promise<boolean>;

/** Someone with a Jira license, in Jira itself; never on a page of the service portal. */
export const licensedPerson: Policy = (invocation) =>
  Promise.resolve(callerOf(invocation).kind === 'person');

/** Anyone on a page of the service portal, also people with a license. */
export const portalVisitor: Policy = (invocation) =>
  Promise.resolve(callerOf(invocation).kind === 'visitor');

/** Someone who may administer Jira. A refusal or no answer of Jira is a no. */
const jiraAdministrator: Policy = async (invocation, permissions) =>
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

/**
 * For functions that only Jira admins may call, who read what they can do themselves.
 * @param modules keys of the manifest's modules whose screens call them
 */
export function adminsOnly(modules: readonly string[]) {
  return { policy: jiraAdministrator, modules, explain: adminErrorReply };
}

/**
 * For functions that everyone who picks objects may call, with their own grant.
 * @param modules as for {@link adminsOnly}
 */
export function everyoneWhoPicks(modules: readonly string[]) {
  return { policy: licensedPerson, modules, explain: pickingErrorReply };
}
