import { detectClauseSyntax, fragmentOf } from '../jql-function/clause-syntax';
import { findField, findFieldId, type FoundField } from '../jql-function/find-field';
import type { Precomputation } from '../platform/app-jira';
import { JiraError } from '../platform/platform';
import { besideOlder, isResultOver, type QueryRecord } from '../stored-queries/query-record';
import { type Handover, keptResultOf } from '../stored-queries/stored-queries';
import { findCall, findCalls, writePrecomputations } from './precomputations';
import { removedText } from './refresh-texts';
import type { RefreshParts } from './run';

/**
 * Removes the stored result of a query, until a refresh finds that someone has searched with it again.
 * @throws {JiraError} also where Jira refuses to take some of it away
 * @throws {StoreError}
 */
export async function forgetQuery(parts: RefreshParts, hash: string): Promise<void> {
  const { jira, storedQueries, now } = parts;
  const calls = await findCalls(parts, hash);
  const updates = calls.map(({ id }) => ({ id, error: removedText }));
  const refused = await writePrecomputations(jira, updates);
  if (refused.size > 0) throw new JiraError('Jira keeps a result to be removed', 'app', undefined);
  const record = (await storedQueries.find(hash)) ?? (await recordOf(parts, calls));
  if (!record) return;
  const { version, query, fieldId, fieldName, writtenAs } = record;
  const removed = { version, query, fieldId, fieldName, writtenAs, removedAt: now() };
  await storedQueries.save(removed);
}

/** A record for a query that has none yet. */
async function recordOf(
  { fields }: RefreshParts,
  [precomputation]: readonly Precomputation[],
): Promise<QueryRecord | undefined> {
  const call = precomputation && findCall(precomputation);
  if (!call) return undefined;
  const { query, fieldArgument } = call;
  const fieldId = await findFieldId(fields, fieldArgument);
  return { version: 1, query, fieldId, fieldName: fieldArgument, writtenAs: [fieldArgument] };
}

/**
 * Puts what a person found in the place of the errors that Jira keeps, and of results that are over:
 * it asks the function no more for these calls. Where it keeps none, the next search takes what was
 * found. Results that are still good stay: the person may see less than the one who computed them.
 * @see docs/platform-assumptions.md, 42
 * @throws {QueryRefused} where the field can't be searched any more
 * @throws {JiraError} also where Jira refuses some of it, once the rest was delivered
 * @throws {StoreError}
 */
export async function deliverHandover(parts: RefreshParts, hash: string): Promise<void> {
  const { storedQueries } = parts;
  if (!(await storedQueries.findHandover(hash))) return;
  const calls = await findCalls(parts, hash);
  // Listing the calls takes a while, so anything that could forbid the delivery is read afterwards.
  const delivery = await findDelivery(parts, hash);
  if (delivery && calls.length > 0) await deliver(parts, calls, delivery);
}

interface Delivery {
  readonly handover: Handover;
  readonly field: FoundField;
  /** Of what is known already, also where a search took the person's result before. */
  readonly record: QueryRecord;
}

/** Undefined where it is forbidden, or no longer what searches are to find. */
async function findDelivery(
  { jira, storedQueries }: RefreshParts,
  hash: string,
): Promise<Delivery | undefined> {
  const { personRunsAllowed } = await storedQueries.getSettings();
  const handover = await storedQueries.findHandover(hash);
  const record = await storedQueries.find(hash);
  if (!personRunsAllowed || !handover || !record) return undefined;
  if (record.result && record.result.computedAt > handover.computedAt) return undefined;
  const field = await findField(jira, record.fieldId);
  if (field.configurationDigest !== handover.configurationDigest) return undefined;
  return { handover, field, record };
}

async function deliver(
  parts: RefreshParts,
  calls: readonly Precomputation[],
  { handover, field, record }: Delivery,
): Promise<void> {
  const { jira, storedQueries, now } = parts;
  const { objectIds, computedAt } = handover;
  const lastRun = await storedQueries.findLastRun();
  const isReplaceable = !record.result || isResultOver(record.result, { now: now(), lastRun });
  const syntax = await detectClauseSyntax(parts, field);
  const { spelling } = syntax;
  const valueFor = (operator: 'in' | 'not in') => fragmentOf(syntax, operator, objectIds);
  const { removedAt = 0 } = record;
  const replaced = calls.filter((call) =>
    call.value === undefined ? call.used > removedAt : isReplaceable && isOlder(call, handover),
  );
  // The app may have died after it wrote them.
  const isWritten = calls.some(({ operator, value }) => value === valueFor(operator));
  if (replaced.length === 0 && !isWritten) return;
  const updates = replaced.map(({ id, operator }) => ({ id, value: valueFor(operator) }));
  const refused = await writePrecomputations(jira, updates);
  const refusal = new JiraError('Jira refuses what a person found', 'app', undefined);
  if (refused.size > 0 && refused.size === updates.length && !isWritten) throw refusal;
  const found = keptResultOf(field, { objectIds, credential: 'person', computedAt, spelling });
  const keepsOlder = !isReplaceable && calls.some((call) => isOlder(call, handover));
  // Those that still have an error wait on, for the next attempt or someone else.
  const isDelivered = refused.size === 0;
  await storedQueries.save({
    ...record,
    fieldName: field.name,
    result: keepsOlder ? besideOlder(found, record.result, lastRun) : found,
    trouble: undefined,
    waiting: isDelivered ? undefined : record.waiting,
    ready: isDelivered ? undefined : record.ready,
  });
  if (!isDelivered) throw refusal;
}

/** A result that Jira had before. */
function isOlder({ value, updated }: Precomputation, { computedAt }: Handover): boolean {
  return value !== undefined && updated < computedAt;
}
