import { findField, type FoundField } from '../jql-function/find-field';
import { findSpelling } from '../jql-function/find-spelling';
import { fragmentOf } from '../jql-function/fragment';
import { JiraError } from '../platform/platform';
import type { Precomputation } from '../platform/unattended-jira';
import { queryHash } from '../stored-queries/digests';
import { besideOlder, goodForMs, rightAtOf } from '../stored-queries/freshness';
import { rowOf } from '../stored-queries/row-of-result';
import type { Handover, StoredQuery } from '../stored-queries/stored-query';
import { mergeWays } from '../stored-queries/written-as';
import { findCalls } from './find-calls';
import type { RefreshParts } from './step';
import { writePrecomputations } from './write-precomputations';

/**
 * Puts what a person found in the place of the errors that Jira keeps, and of results that are over:
 * it asks the function no more for these calls. Where it keeps none, the next search takes what was
 * found. Results that are still good stay: the person may see less than whoever computed them.
 * @see docs/platform-assumptions.md, 42
 * @throws {QueryRefused} where the field can't be searched any more
 * @throws {JiraError} also where Jira refuses some of it, once the rest was delivered
 * @throws {StoreError}
 */
export async function deliverHandover(parts: RefreshParts, hash: string): Promise<void> {
  const { storedQueries } = parts;
  if (!(await storedQueries.findHandover(hash))) return;
  const calls = await findCalls(parts, hash);
  // To list these takes a while: what may forbid it is read after that.
  const delivery = await findDelivery(parts, hash);
  if (delivery && calls.length > 0) await deliver(parts, calls, delivery);
}

interface Delivery {
  readonly handover: Handover;
  readonly field: FoundField;
  readonly query: string;
  readonly writtenAs: string[];
  /** Of what is known already, also where a search took the person's result before. */
  readonly row: StoredQuery | undefined;
  readonly removedAt: number;
}

/** Undefined where it is forbidden, or no longer what searches are to find. */
async function findDelivery(
  { jira, storedQueries }: RefreshParts,
  hash: string,
): Promise<Delivery | undefined> {
  const { personRunsAllowed } = await storedQueries.getSettings();
  const handover = await storedQueries.findHandover(hash);
  const row = await storedQueries.find(hash);
  const pending = await storedQueries.findPending(hash);
  const asked = pending ?? row;
  if (!personRunsAllowed || !handover || !asked) return undefined;
  if (row && row.computedAt > handover.computedAt) return undefined;
  const field = await findField(jira, asked.fieldId);
  if (field.configurationDigest !== handover.configurationDigest) return undefined;
  const writtenAs = mergeWays(row?.writtenAs, pending?.writtenAs ?? []);
  const { removedAt = 0 } = (await storedQueries.findRemoval(hash)) ?? {};
  return { handover, field, query: asked.query, writtenAs, row, removedAt };
}

async function deliver(
  parts: RefreshParts,
  calls: readonly Precomputation[],
  delivery: Delivery,
): Promise<void> {
  const { jira, storedQueries, now } = parts;
  const { handover, field, query, row, removedAt } = delivery;
  const { objectIds, ...found } = handover;
  const lastRun = await storedQueries.findLastRun();
  const isOver = !row || now() >= rightAtOf(row, lastRun) + goodForMs;
  const spelling = await findSpelling(parts, field);
  const valueFor = (operator: 'in' | 'not in') =>
    fragmentOf({ spelling, operator, objectIds, fieldId: field.fieldId });
  const replaced = calls.filter((call) =>
    call.value === undefined ? call.used > removedAt : isOver && isOlder(call, handover),
  );
  // The app may have died after it wrote them.
  const isWritten = calls.some(({ operator, value }) => value === valueFor(operator));
  if (replaced.length === 0 && !isWritten) return;
  const updates = replaced.map(({ id, operator }) => ({ id, value: valueFor(operator) }));
  const refused = await writePrecomputations(jira, updates);
  const refusal = new JiraError('Jira refuses what a person found', 'app', undefined);
  if (refused.size > 0 && refused.size === updates.length && !isWritten) throw refusal;
  const { writtenAs } = delivery;
  const credential = 'person';
  const result = rowOf({ ...found, credential, objectIds, field, query, writtenAs, spelling });
  const keepsOlder = !isOver && calls.some((call) => isOlder(call, handover));
  await storedQueries.save(keepsOlder ? besideOlder(result, row, lastRun) : result);
  // Those that still have an error wait on, for the next attempt or someone else.
  if (refused.size > 0) throw refusal;
  await storedQueries.deletePending(queryHash(field.fieldId, query));
}

/** A result that Jira had before. */
function isOlder({ value, updated }: Precomputation, { computedAt }: Handover): boolean {
  return value !== undefined && updated < computedAt;
}
