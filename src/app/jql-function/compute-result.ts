import { isDeepStrictEqual } from 'node:util';
import { ServiceError, type Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { digestOfSource, queryHash } from '../stored-queries/digests';
import type { KeyValueStore } from '../platform/storage';
import {
  isWaiting,
  mergeWays,
  type KeptResult,
  type QueryRecord,
} from '../stored-queries/query-record';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { takeSeat } from '../stored-queries/waiting-seats';
import type { CallAllowance } from './call-allowance';
import type { FoundField } from './find-field';
import { findObjects } from './find-objects';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';
import type { FunctionCall } from './read-call';

/** What a result is computed with. */
export interface Computing {
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly clientOf: (token: string) => Client;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  readonly allowance: CallAllowance;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a query found, and by whose rights. */
export interface Result extends Pick<KeptResult, 'credential' | 'computedAt' | 'unanswered'> {
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
  dependencies: Computing,
  call: FunctionCall,
  field: FoundField,
  signal: AbortSignal,
): Promise<Result> {
  const { adminToken, clientOf, allowance, now } = dependencies;
  const token = await adminToken.find();
  if (token === undefined) return takeHandover(dependencies, call, field, 'NO_TOKEN');
  try {
    const { sources, name: fieldName } = field;
    const unanswered: string[] = [];
    const objectIds = await findObjects({
      ...{ client: clientOf(token), query: call.query, sources, fieldName, signal },
      within: allowance.take,
      onUnanswered: ({ source }) => unanswered.push(digestOfSource(source)),
    });
    return { objectIds, credential: 'token', computedAt: now(), unanswered: unanswered.sort() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'rateLimited') await allowance.leaveAlone(error.retryAfterMs);
    if (error.code !== 'unauthorized') throw error;
    return takeHandover(dependencies, call, field, 'TOKEN_REFUSED');
  }
}

async function takeHandover(
  dependencies: Computing,
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
  const known = await storedQueries.find(hash);
  await keepWaiting(dependencies, { call, field, known, hash });
  const text = reason === 'NO_TOKEN' ? functionTexts.noToken : functionTexts.tokenRefused;
  throw new QueryRefused(reason, text(personRunsAllowed, known?.waiting?.expiredAt));
}

interface Waiting {
  readonly call: FunctionCall;
  readonly field: FoundField;
  readonly known: QueryRecord | undefined;
  readonly hash: string;
}

/** A waiting query isn't saved again within this time just to update its time. */
const keptForMs = 60 * 60_000;

async function keepWaiting(dependencies: Computing, waiting: Waiting): Promise<void> {
  const { call, field, known, hash } = waiting;
  const { storedQueries, now } = dependencies;
  const { fieldId, name: fieldName } = field;
  const earlier = isWaiting(known?.waiting, now()) ? known?.waiting : undefined;
  if (!earlier && !(await mayWait(dependencies, hash))) return;
  const writtenAs = mergeWays(known?.writtenAs, [call.fieldArgument]);
  const sources = [...field.sources];
  const areSame = isDeepStrictEqual(sources, earlier?.sources);
  const isSaid =
    areSame && fieldName === known?.fieldName && isDeepStrictEqual(writtenAs, known.writtenAs);
  if (earlier && isSaid && now() < earlier.askedAt + keptForMs) return;
  await storedQueries.save({
    ...known,
    version: 1,
    ...{ query: call.query, fieldId, fieldName, writtenAs },
    waiting: { ...earlier, sources, askedAt: now() },
    // What was found elsewhere is not what the next search takes.
    ready: areSame ? known?.ready : undefined,
  });
}

/** Whether there is room for one more query that waits, and not too many came just before it. */
async function mayWait(dependencies: Computing, hash: string): Promise<boolean> {
  try {
    await dependencies.allowance.takeToWait();
  } catch (error) {
    if (error instanceof QueryRefused) return false;
    throw error;
  }
  return takeSeat(dependencies, hash);
}
