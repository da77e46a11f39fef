import { findField } from '../jql-function/find-field';
import { findSpelling } from '../jql-function/find-spelling';
import { fragmentOf } from '../jql-function/fragment';
import type { Precomputation } from '../platform/unattended-jira';
import { rowOf } from '../stored-queries/row-of-result';
import { findCalls } from './find-calls';
import type { RefreshParts } from './step';
import { writePrecomputations } from './write-precomputations';

/**
 * Puts what a person found in the place of what Jira keeps of earlier searches, errors among them:
 * it asks the function no more for these calls. Where it keeps none, the next search takes what was
 * found.
 * @see docs/verified-on-a-real-site.md, 42
 * @throws {QueryRefused} where the field can't be searched any more
 */
export async function deliverHandover(parts: RefreshParts, hash: string): Promise<void> {
  const { jira, storedQueries } = parts;
  if (!(await storedQueries.findHandover(hash))) return;
  const calls = await findCalls(parts, hash);
  // To list these takes a while: what may forbid it is read after that.
  const { personRunsAllowed } = await storedQueries.getSettings();
  const handover = await storedQueries.findHandover(hash);
  const row = await storedQueries.find(hash);
  // Where a search took it already, its row is there.
  const asked = (await storedQueries.findPending(hash)) ?? row;
  if (!personRunsAllowed || !handover || !asked || calls.length === 0) return;
  const { query, fieldId, writtenAs } = asked;
  const { objectIds, computedAt, configurationDigest } = handover;
  const field = await findField(jira, fieldId);
  if (configurationDigest !== field.configurationDigest) return;
  const spelling = await findSpelling(parts, field);
  const updates = calls.filter(isOlderThan(computedAt)).map(({ id, operator }) => ({
    id,
    value: fragmentOf({ spelling, operator, objectIds, fieldId }),
  }));
  const refused = await writePrecomputations(jira, updates);
  if (refused.size > 0 || (row && row.computedAt > computedAt)) return;
  const result = { objectIds, computedAt, configurationDigest, credential: 'person' } as const;
  await storedQueries.save(rowOf({ ...result, field, query, writtenAs, spelling }));
  await storedQueries.deletePending(hash);
}

/** Also of errors that a refresh wrote since. */
function isOlderThan(computedAt: number) {
  return ({ value, updated }: Precomputation) => value === undefined || updated < computedAt;
}
