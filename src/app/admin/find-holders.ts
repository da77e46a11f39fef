import { findSearchAddress } from '../jql/search-page';
import { isWritable } from '../jql/jql-text';
import type { PermissionProof } from '../platform/proofs';
import type { Platform } from '../platform/platform';
import { findHoldingClauses, type HoldingField } from '../work-items/work-items';
import type { Holders } from './admin-replies';

/**
 * How often each field holds an object or a label, as far as the app may see, with the search by which
 * the admin finds the work items as themselves.
 * @param proof that they administer Jira
 * @param sought an object's id, or a label as it is stored
 * @throws {JiraError}
 */
export async function findHolders(
  { asPerson, asApp, store }: Pick<Platform, 'asPerson' | 'asApp' | 'store'>,
  proof: PermissionProof,
  sought: string,
): Promise<Holders> {
  // No label that Jira stores is one that JQL can't write.
  const found = isWritable(sought)
    ? await findHoldingClauses({ jira: asPerson, store }, sought)
    : [];
  const fields = await Promise.all(found.map(describe));
  return { fields: fields.sort((one, other) => one.name.localeCompare(other.name)) };

  async function describe({ clause, ...field }: HoldingField): Promise<Holders['fields'][number]> {
    if (clause === undefined) return field;
    const count = await asApp.countIssues(proof, clause);
    return { ...field, count, address: findSearchAddress(clause) };
  }
}
