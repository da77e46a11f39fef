import { findField } from '../jql-function/find-field';
import { functionTexts } from '../jql-function/function-texts';
import { QueryRefused } from '../jql-function/query-refused';
import { queryHash } from '../stored-queries/digests';
import type { PendingQuery, StoredQuery } from '../stored-queries/stored-query';
import { stateOf } from './listed-queries';
import { updatesOf, type Outcome } from './outcome';
import type { LastRun } from './run-store';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';

type Dependencies = Pick<
  Slice,
  'fields' | 'storedQueries' | 'now' | 'lastRun' | 'personRunsAllowed'
>;

/** How long a result is good that is not computed again. */
const goodForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * What becomes of a query while there is no token: 7 days after its result was last known to be
 * right, searches get the error that they would have got without it, and the query waits for
 * someone to run it.
 * @throws {StoreError}
 */
export async function expire(dependencies: Dependencies, listed: ListedQuery): Promise<Outcome> {
  const { storedQueries, now, lastRun, personRunsAllowed } = dependencies;
  const { query, fieldId } = listed;
  if (fieldId === undefined) return unchanged;
  const row = await storedQueries.find(queryHash(fieldId, query));
  const rightAt = row ? rightAtOf(row, lastRun) : listed.resultSince;
  if (rightAt === undefined) return keepWaiting(dependencies, listed, fieldId);
  if (now() < rightAt + goodForMs) return unchanged;
  return expired(dependencies, { listed, fieldId, text: functionTexts.noToken(personRunsAllowed) });
}

/**
 * What becomes of a query while the service refuses the token: a result is good for 7 days all the
 * same, as whoever revoked the token took the right to it away. Undefined where there is nothing to
 * be done.
 * @throws {StoreError}
 */
export async function expireRefused(
  dependencies: Dependencies,
  listed: ListedQuery,
): Promise<Outcome | undefined> {
  const { storedQueries, now, lastRun, personRunsAllowed } = dependencies;
  const { query, fieldId } = listed;
  if (fieldId === undefined) return undefined;
  const row = await storedQueries.find(queryHash(fieldId, query));
  if (!row || now() < rightAtOf(row, lastRun) + goodForMs) return undefined;
  const text = functionTexts.tokenRefused(personRunsAllowed);
  return expired(dependencies, { listed, fieldId, text });
}

interface Expiring {
  readonly listed: ListedQuery;
  readonly fieldId: string;
  /** What searches say from now on. */
  readonly text: string;
}

async function expired(
  dependencies: Dependencies,
  { listed, fieldId, text }: Expiring,
): Promise<Outcome> {
  const pending = await findPendingOf(dependencies, listed, fieldId);
  const hash = queryHash(fieldId, listed.query);
  return {
    kind: 'expired',
    updates: updatesOf(listed, () => ({ error: text })),
    rowChanges: [...savePending(pending), (rows) => rows.delete(hash)],
  };
}

/** A pending query is kept for a week: one that is still searched with is renewed before. */
const renewedAfterMs = 5 * 24 * 60 * 60 * 1000;

/** What a search says that waits, whatever the reason was then. */
const waitingStates = [true, false]
  .flatMap((isAllowed) => [functionTexts.noToken(isAllowed), functionTexts.tokenRefused(isAllowed)])
  .map((error) => stateOf({ error }));

async function keepWaiting(
  dependencies: Dependencies,
  listed: ListedQuery,
  fieldId: string,
): Promise<Outcome> {
  const { storedQueries, now, personRunsAllowed } = dependencies;
  if (!listed.precomputations.some(({ state }) => waitingStates.includes(state))) return unchanged;
  const error = functionTexts.noToken(personRunsAllowed);
  const updates = updatesOf(listed, () => ({ error }));
  const known = await storedQueries.findPending(queryHash(fieldId, listed.query));
  if (known && now() < known.askedAt + renewedAfterMs) return { ...unchanged, updates };
  const pending = await findPendingOf(dependencies, listed, fieldId);
  return { ...unchanged, updates, rowChanges: savePending(pending) };
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

/** What a refresh finds unchanged is not written again; it vouches for no query that was in trouble. */
function rightAtOf({ computedAt, credential, trouble }: StoredQuery, lastRun: LastRun | undefined) {
  if (credential === 'person' || !lastRun) return computedAt;
  const isVouchedFor = !trouble || lastRun.startedAt < trouble.since;
  return isVouchedFor ? Math.max(computedAt, lastRun.startedAt) : computedAt;
}

const unchanged: Outcome = { kind: 'unchanged', updates: [], rowChanges: [] };
