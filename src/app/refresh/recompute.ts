import type { Client } from '../../api/client';
import { maximumPageLimit } from '../../api/page';
import { findField, type FoundField } from '../jql-function/find-field';
import { findObjects } from '../jql-function/find-objects';
import { findSpelling } from '../jql-function/find-spelling';
import { fragmentOf } from '../jql-function/fragment';
import { QueryRefused } from '../jql-function/query-refused';
import { queryHash } from '../stored-queries/digests';
import { besideOlder, leftOut } from '../stored-queries/freshness';
import { rowOf } from '../stored-queries/row-of-result';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { StoredQuery } from '../stored-queries/stored-query';
import { mergeWays } from '../stored-queries/written-as';
import { OutOfCalls, type CallBudget } from './call-budget';
import { saveIfChanged, saveRow, updatesOf, type Outcome } from './outcome';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';

interface Dependencies extends Omit<Slice, 'client'> {
  readonly client: Client;
  /** Whether rows say that they were computed even where nothing changed. */
  readonly isAlwaysSaved: boolean;
}

/** A slow service gets no more time for one query. */
const queryTimeoutMs = 45_000;

/**
 * Asks the service for a query again. A query that is refused takes its result away.
 * @throws {ServiceError} where the service does not answer
 * @throws {OutOfCalls} where too few are left for it
 * @throws {JiraError}, StoreError
 */
export async function recompute(dependencies: Dependencies, listed: ListedQuery): Promise<Outcome> {
  if (listed.fieldId === undefined) return refused(listed, listed.refusal);
  const { query, fieldId } = listed;
  const hash = queryHash(fieldId, query);
  const known = await dependencies.storedQueries.find(hash);
  try {
    return await askedAgain(dependencies, { listed, fieldId, known });
  } catch (error) {
    if (!(error instanceof QueryRefused)) throw error;
    const { updates } = refused(listed, error.message);
    const trouble = { message: error.detail, isRefused: true };
    const rowChanges = known
      ? troubledRow(dependencies, known, trouble)
      : [(rows: StoredQueries) => rows.deletePending(hash)];
    return { kind: 'failed', updates, rowChanges };
  }
}

interface Known {
  readonly listed: ListedQuery;
  readonly fieldId: string;
  readonly known: StoredQuery | undefined;
}

async function askedAgain(
  dependencies: Dependencies,
  { listed, fieldId, known }: Known,
): Promise<Outcome> {
  const { client, budget, fields, lastRun, now, isAlwaysSaved } = dependencies;
  const field = await findField(fields, fieldId);
  const spelling = await findSpelling(dependencies, field);
  requireCalls(budget, field, known);
  const objectIds = await findObjects({
    client,
    fieldName: field.name,
    sources: field.sources,
    query: listed.query,
    signal: AbortSignal.timeout(queryTimeoutMs),
  });
  const updates = updatesOf(listed, (operator) => ({
    value: fragmentOf({ spelling, operator, objectIds, fieldId }),
  }));
  const computed = rowOf({
    ...{ field, query: listed.query, objectIds, spelling },
    writtenAs: mergeWays(known?.writtenAs, listed.writtenAs),
    credential: 'token',
    computedAt: now(),
    configurationDigest: field.configurationDigest,
  });
  const isPartOnly = listed.isInPart && known !== undefined;
  const row = isPartOnly ? besideOlder(computed, known, lastRun) : computed;
  return {
    kind: updates.length > 0 ? 'written' : 'unchanged',
    updates,
    rowChanges: isAlwaysSaved ? [saveRow(row)] : saveIfChanged(row, known),
  };
}

/**
 * A query for which too few calls are left is not begun, as it would be asked from its beginning
 * again. A slice has enough for any: see `maximumSources`.
 * @throws {OutOfCalls}
 */
function requireCalls(budget: CallBudget, { sources }: FoundField, known: StoredQuery | undefined) {
  const pages = sources.length + Math.floor((known?.objectCount ?? 0) / maximumPageLimit);
  // One more finds out whose fault it is where no answer comes.
  if (!budget.has(pages + 1)) throw new OutOfCalls();
}

function refused(listed: ListedQuery, message: string): Outcome {
  const updates = updatesOf(listed, () => ({ error: message }));
  return { kind: 'failed', updates, rowChanges: [] };
}

/** The result stays as it is, or gone: the service could not be asked. */
export async function leaveAsItIs(
  slice: Pick<Slice, 'storedQueries' | 'now' | 'lastRun'>,
  { query, fieldId }: ListedQuery,
  message: string,
): Promise<Outcome> {
  const known = fieldId ? await slice.storedQueries.find(queryHash(fieldId, query)) : undefined;
  const isRefused = known?.trouble?.isRefused ?? false;
  const rowChanges = known ? troubledRow(slice, known, { message, isRefused }) : [];
  return { kind: 'failed', updates: [], rowChanges };
}

/** The result stays as it is, for a reason that is no trouble of the query. */
export async function leaveOut(
  { storedQueries, lastRun }: Pick<Slice, 'storedQueries' | 'lastRun'>,
  { query, fieldId }: ListedQuery,
  kind: 'skipped' | 'notAsked',
): Promise<Outcome> {
  const known = fieldId && (await storedQueries.find(queryHash(fieldId, query)));
  const rowChanges = known ? saveIfChanged(leftOut(known, lastRun), known) : [];
  return { kind, updates: [], rowChanges };
}

/** In trouble since the first time, whatever the reason is by now. */
function troubledRow(
  { now, lastRun }: Pick<Slice, 'now' | 'lastRun'>,
  known: StoredQuery,
  reason: { readonly message: string; readonly isRefused: boolean },
) {
  const trouble = { ...reason, since: known.trouble?.since ?? now() };
  return saveIfChanged({ ...leftOut(known, lastRun), trouble }, known);
}
