import { findField } from '../jql-function/find-field';
import { QueryRefused } from '../jql-function/query-refused';
import { queryHash } from '../stored-queries/digests';
import type { PendingQuery, StoredQuery } from '../stored-queries/stored-query';
import { stateOf } from './listed-queries';
import { updatesOf, type Outcome } from './outcome';
import type { LastRun } from './run-store';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';

type Dependencies = Pick<Slice, 'fields' | 'storedQueries' | 'now' | 'lastRun' | 'noTokenText'>;

/** How long a result is good that nobody can compute again. */
const goodForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * What becomes of a query while there is no token: 7 days after its result was last known to be
 * right, searches get the error that they would have got without it, and the query waits for
 * someone to run it.
 * @throws {StoreError}
 */
export async function expire(dependencies: Dependencies, listed: ListedQuery): Promise<Outcome> {
  const { storedQueries, now, lastRun, noTokenText } = dependencies;
  const { query, fieldId } = listed;
  if (fieldId === undefined) return unchanged;
  const hash = queryHash(fieldId, query);
  const row = await storedQueries.find(hash);
  const rightAt = row ? rightAtOf(row, lastRun) : listed.resultSince;
  if (rightAt === undefined) return keepWaiting(dependencies, listed, fieldId);
  if (now() < rightAt + goodForMs) return unchanged;
  const pending = await findPendingOf(dependencies, listed, fieldId);
  return {
    kind: 'expired',
    updates: updatesOf(listed, () => ({ error: noTokenText })),
    rowChanges: [...savePending(pending), (rows) => rows.delete(hash)],
  };
}

/** A pending query is kept for a week: one that is still searched with is renewed before. */
const renewedAfterMs = 5 * 24 * 60 * 60 * 1000;

async function keepWaiting(
  dependencies: Dependencies,
  listed: ListedQuery,
  fieldId: string,
): Promise<Outcome> {
  const { storedQueries, now, noTokenText } = dependencies;
  const waits = stateOf({ error: noTokenText });
  if (!listed.precomputations.some(({ state }) => state === waits)) return unchanged;
  const known = await storedQueries.findPending(queryHash(fieldId, listed.query));
  if (known && now() < known.askedAt + renewedAfterMs) return unchanged;
  const pending = await findPendingOf(dependencies, listed, fieldId);
  return { ...unchanged, rowChanges: savePending(pending) };
}

/** Undefined where nobody could run it: its field is gone, or no longer configured. */
async function findPendingOf(
  { fields, now }: Dependencies,
  { query, writtenAs, precomputations }: ListedQuery,
  fieldId: string,
): Promise<PendingQuery | undefined> {
  try {
    const { name: fieldName, sources } = await findField(fields, fieldId);
    const operators = [...new Set(precomputations.map(({ operator }) => operator))];
    const asked = { sources: [...sources], operators, askedAt: now() };
    return { query, fieldId, fieldName, writtenAs, ...asked };
  } catch (error) {
    if (error instanceof QueryRefused) return undefined;
    throw error;
  }
}

function savePending(pending: PendingQuery | undefined): Outcome['rowChanges'] {
  return pending ? [(rows) => rows.savePending(pending)] : [];
}

/** What a refresh finds unchanged is not written again. */
function rightAtOf({ computedAt, credential, trouble }: StoredQuery, lastRun: LastRun | undefined) {
  if (credential === 'person' || trouble || !lastRun) return computedAt;
  return Math.max(computedAt, lastRun.startedAt);
}

const unchanged: Outcome = { kind: 'unchanged', updates: [], rowChanges: [] };
