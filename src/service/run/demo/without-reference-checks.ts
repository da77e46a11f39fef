import type { Queryable } from '../../base/database';

/**
 * Does `work` in a transaction without checking references, which takes most of the time of a
 * large import, and without what happens at a change: nothing is deleted with what it refers to,
 * no change is remembered. Whatever is written has to be right.
 */
export async function withoutReferenceChecks(
  transaction: Queryable,
  work: () => Promise<void>,
): Promise<void> {
  await transaction.query('set local session_replication_role = replica');
  await work();
  await transaction.query('set local session_replication_role = origin');
}
