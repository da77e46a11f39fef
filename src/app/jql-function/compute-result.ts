import { isDeepStrictEqual } from 'node:util';
import { ServiceError, type Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { queryHash } from '../stored-queries/digests';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { PendingQuery, StoredQuery } from '../stored-queries/stored-query';
import { mergeWays } from '../stored-queries/written-as';
import type { CallAllowance } from './call-allowance';
import type { FoundField } from './find-field';
import { findObjects } from './find-objects';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';
import type { FunctionCall } from './read-call';

interface Dependencies {
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly clientOf: (token: string) => Client;
  readonly storedQueries: StoredQueries;
  readonly allowance: CallAllowance;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a query found, and by whose rights. */
export interface Result extends Pick<StoredQuery, 'credential' | 'computedAt'> {
  readonly objectIds: readonly string[];
}

/**
 * Runs a call's query with the app's access token; without a good one, takes what a person handed
 * over, or keeps the query for someone to run. Never with the rights of whoever searches: the
 * result is everyone's.
 * @throws {QueryRefused} also where there is neither
 * @throws {ServiceError}, StoreError
 */
export async function computeResult(
  dependencies: Dependencies,
  call: FunctionCall,
  field: FoundField,
  signal: AbortSignal,
): Promise<Result> {
  const { adminToken, clientOf, allowance, now } = dependencies;
  const token = await adminToken.find();
  if (token === undefined) return takeHandover(dependencies, call, field, 'NO_TOKEN');
  try {
    const { sources, name: fieldName } = field;
    const asked = { query: call.query, sources, fieldName, signal, within: allowance.take };
    const search = { client: clientOf(token), ...asked };
    return { objectIds: await findObjects(search), credential: 'token', computedAt: now() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'rateLimited') await allowance.leaveAlone(error.retryAfterMs);
    if (error.code !== 'unauthorized') throw error;
    return takeHandover(dependencies, call, field, 'TOKEN_REFUSED');
  }
}

async function takeHandover(
  dependencies: Dependencies,
  call: FunctionCall,
  field: FoundField,
  reason: 'NO_TOKEN' | 'TOKEN_REFUSED',
): Promise<Result> {
  const { storedQueries } = dependencies;
  const { personRunsAllowed } = await storedQueries.getSettings();
  const hash = queryHash(field.fieldId, call.query);
  const found = personRunsAllowed ? await storedQueries.findHandover(hash) : undefined;
  if (found?.configurationDigest === field.configurationDigest) {
    return { ...found, credential: 'person' };
  }
  const known = await storedQueries.findPending(hash);
  await keepPending(dependencies, { call, field, known });
  const text = reason === 'NO_TOKEN' ? functionTexts.noToken : functionTexts.tokenRefused;
  throw new QueryRefused(reason, text(personRunsAllowed, known?.expiredAt));
}

interface Waiting {
  readonly call: FunctionCall;
  readonly field: FoundField;
  readonly known: PendingQuery | undefined;
}

async function keepPending(
  dependencies: Dependencies,
  { call: { query, fieldArgument }, field, known }: Waiting,
): Promise<void> {
  const { storedQueries, now } = dependencies;
  const { fieldId, name: fieldName, sources } = field;
  if (!known && !(await mayWait(dependencies))) return;
  const writtenAs = mergeWays(known?.writtenAs, [fieldArgument]);
  const asked = { ...known, query, fieldId, fieldName, sources: [...sources], writtenAs };
  if (known && !saysMore({ ...asked, askedAt: now() }, known)) return;
  await storedQueries.savePending({ ...asked, askedAt: now() });
}

/** For so long a query that waits is not written again for its time alone. */
const keptForMs = 60 * 60_000;

function saysMore(asked: PendingQuery, known: PendingQuery): boolean {
  if (asked.askedAt >= known.askedAt + keptForMs) return true;
  return !isDeepStrictEqual({ ...asked, askedAt: known.askedAt }, known);
}

/** Whoever may search could fill the storage. Up to 200 more may come between two counts of a minute each. */
const mostPending = 500;

/** Whether there is room for one more query that waits, and not too many came just before it. */
async function mayWait({ storedQueries, allowance }: Dependencies): Promise<boolean> {
  try {
    await allowance.takeToWait();
  } catch (error) {
    if (error instanceof QueryRefused) return false;
    throw error;
  }
  return (await storedQueries.countPending()) < mostPending;
}
