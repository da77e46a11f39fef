import { isDeepStrictEqual } from 'node:util';
import { findField } from '../jql-function/find-field';
import { functionTexts } from '../jql-function/function-texts';
import { QueryRefused } from '../jql-function/query-refused';
import { queryHash } from '../stored-queries/digests';
import { goodForMs, rightAtOf } from '../stored-queries/freshness';
import type { PendingQuery } from '../stored-queries/stored-query';
import { isJiraRefusal } from '../platform/jira-refusal';
import { stateOf } from './listed-queries';
import { updatesOf, type Outcome } from './outcome';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';

type Dependencies = Pick<
  Slice,
  'fields' | 'storedQueries' | 'now' | 'lastRun' | 'personRunsAllowed'
>;

/** Of the texts that searches without a result say. */
type Reason = 'noToken' | 'tokenRefused';

interface Unasked {
  readonly listed: ListedQuery;
  readonly fieldId: string;
  /** What searches without a result say; of one that ended, when that was. */
  readonly textOf: (expiredAt: number | undefined) => string;
}

/**
 * What becomes of a query while there is no token that the service accepts: 7 days after its result
 * was last known to be right, searches get the error that they would have got without it, and the
 * query waits for someone to run it, as long as people search with it. Whoever revoked a token took
 * the right to its results away too.
 * @returns undefined where there is nothing to be done
 * @throws {JiraError}, StoreError
 */
export async function doWithoutToken(
  dependencies: Dependencies,
  listed: ListedQuery,
  reason: Reason,
): Promise<Outcome | undefined> {
  const { storedQueries, now, lastRun, personRunsAllowed } = dependencies;
  const { query, fieldId } = listed;
  if (fieldId === undefined) return endUnknown(dependencies, listed);
  const textOf = (expiredAt: number | undefined) =>
    functionTexts[reason](personRunsAllowed, expiredAt);
  const unasked = { listed, fieldId, textOf };
  const row = await storedQueries.find(queryHash(fieldId, query));
  const rightAt = row ? rightAtOf(row, lastRun) : listed.resultSince;
  if (rightAt === undefined) return keepWaiting(dependencies, unasked);
  const expiredAt = rightAt + goodForMs;
  return now() < expiredAt ? undefined : expire(dependencies, unasked, expiredAt);
}

/** Of a query that no row is of, and no field: it ends by what Jira knows of it. */
function endUnknown(
  { now }: Dependencies,
  listed: Extract<ListedQuery, { refusal: string }>,
): Outcome | undefined {
  const { resultSince, refusal } = listed;
  if (resultSince === undefined || now() < resultSince + goodForMs) return undefined;
  return {
    kind: 'expired',
    updates: updatesOf(listed, () => ({ error: refusal })),
    rowChanges: [],
  };
}

async function expire(
  dependencies: Dependencies,
  unasked: Unasked,
  expiredAt: number,
): Promise<Outcome> {
  const { listed, fieldId, textOf } = unasked;
  const pending = await findPendingOf(dependencies, unasked, expiredAt);
  const hash = queryHash(fieldId, listed.query);
  return {
    kind: 'expired',
    updates: updatesOf(listed, () => ({ error: textOf(expiredAt) })),
    rowChanges: [...savePending(pending), (rows) => rows.delete(hash)],
  };
}

/** A pending query is kept for a week: one that is still searched with is renewed before. */
const renewedAfterMs = 5 * 24 * 60 * 60 * 1000;

/** Of a call that has neither a result nor an error: the next search asks the function. */
const nothing = stateOf({});

/** Undefined where Jira keeps no error in the place of a result. */
async function keepWaiting(
  dependencies: Dependencies,
  unasked: Unasked,
): Promise<Outcome | undefined> {
  const { storedQueries, now } = dependencies;
  const { listed, fieldId, textOf } = unasked;
  if (listed.precomputations.every(({ state }) => state === nothing)) return undefined;
  const known = await storedQueries.findPending(queryHash(fieldId, listed.query));
  const updates = updatesOf(listed, () => ({ error: textOf(known?.expiredAt) }));
  const pending = await findPendingOf(dependencies, unasked, known?.expiredAt);
  const isKept =
    isDeepStrictEqual(known?.sources, pending?.sources) &&
    now() < (known?.askedAt ?? 0) + renewedAfterMs;
  return { kind: 'waiting', updates, rowChanges: savePending(isKept ? undefined : pending) };
}

/** Undefined where nobody could run it: its field is gone, or no longer configured. */
async function findPendingOf(
  { fields, now }: Dependencies,
  { listed, fieldId }: Unasked,
  expiredAt: number | undefined,
): Promise<PendingQuery | undefined> {
  const { query, writtenAs } = listed;
  try {
    const { name: fieldName, sources } = await findField(fields, fieldId);
    const asked = { query, fieldId, fieldName, writtenAs, sources: [...sources] };
    return { ...asked, askedAt: now(), expiredAt };
  } catch (error) {
    if (error instanceof QueryRefused || isJiraRefusal(error)) return undefined;
    throw error;
  }
}

function savePending(pending: PendingQuery | undefined): Outcome['rowChanges'] {
  return pending ? [(rows) => rows.savePending(pending)] : [];
}
