import type { PermissionProof, PermissionQuestion } from '../platform/permission-proof';
import type { Platform } from '../platform/platform';
import type { Invocation } from './invocation';
import { createMinuteMemory } from './minute-memory';
import { Problem } from '../replies/problem';

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
export function createPermissions(platform: Platform, now: () => number): Permissions {
  const granted = createMinuteMemory<PermissionProof>(now);

  async function find(invocation: Invocation, question: PermissionQuestion) {
    if (!invocation.accountId) return undefined;
    const key = JSON.stringify([platform.tenantKey(), invocation.accountId, question]);
    const known = granted.get(key);
    if (known) return known;
    const proof = await platform.asPerson.findPermission(question);
    if (proof && question.kind === 'project') granted.set(key, proof);
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
