import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import type { KeyValueStore } from '../platform/storage';
import type { UnattendedJira } from '../platform/unattended-jira';
import { queryHash } from '../stored-queries/digests';
import { besideOlder } from '../stored-queries/freshness';
import { rowOf } from '../stored-queries/row-of-result';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { StoredQuery } from '../stored-queries/stored-query';
import { mergeWays } from '../stored-queries/written-as';
import type { CallAllowance } from './call-allowance';
import { checkSharedQuery } from './check-shared-query';
import { computeResult, type Result } from './compute-result';
import { findField, type FoundField } from './find-field';
import { findSpelling } from './find-spelling';
import { fragmentOf } from './fragment';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';
import { readCall, type FunctionCall } from './read-call';
import { sentenceOf } from './sentence-of';

interface Dependencies {
  readonly jira: UnattendedJira;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  readonly allowance: CallAllowance;
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly clientOf: (token: string) => Client;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of what is no refusal, and of what took too long. */
  readonly onError: (error: unknown) => void;
}

/** Jira keeps a failed answer for a minute at most, and never in the place of a result. */
type Answer =
  { readonly jql: string } | { readonly error: string; readonly storeErrorAsPrecomputation: false };

/**
 * Builds the function of manifest.yml, `jql-function`: it answers the JQL that stands for
 * `workspaceObjects(query, field)`, or a sentence that says why there is none. Never throws.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/
 */
export function createEvaluation(dependencies: Dependencies) {
  const { onError } = dependencies;

  return async (payload: unknown): Promise<Answer> => {
    try {
      const jql = await inTime((signal) => evaluate(dependencies, payload, signal));
      return { jql };
    } catch (error) {
      if (!isOfTheCall(error)) onError(error);
      return { error: sentenceOf(error), storeErrorAsPrecomputation: false };
    }
  };
}

/** Says something of the call itself, and nothing of how the app does. */
function isOfTheCall(error: unknown): boolean {
  return error instanceof QueryRefused && error.code !== 'TOO_SLOW';
}

async function evaluate(
  dependencies: Dependencies,
  payload: unknown,
  signal: AbortSignal,
): Promise<string> {
  const call = readCall(payload);
  checkSharedQuery(call.query);
  const field = await findField(dependencies.jira, call.fieldArgument);
  const spelling = await findSpelling(dependencies, field);
  const result = await computeResult(dependencies, call, field, signal);
  signal.throwIfAborted();
  await keepRow(dependencies, call, field, { ...result, spelling });
  const { objectIds } = result;
  return fragmentOf({ spelling, operator: call.operator, objectIds, fieldId: field.fieldId });
}

/** A row that can't be kept is missing from a list; the search has its answer all the same. */
async function keepRow(
  { storedQueries, onError }: Dependencies,
  { query, fieldArgument }: FunctionCall,
  field: FoundField,
  result: Result & { spelling: string },
): Promise<void> {
  const hash = queryHash(field.fieldId, query);
  try {
    const known = await storedQueries.find(hash);
    const pending = await storedQueries.findPending(hash);
    const writtenAs = mergeWays(known?.writtenAs, [...(pending?.writtenAs ?? []), fieldArgument]);
    const { configurationDigest } = field;
    const computed = rowOf({ ...result, field, query, writtenAs, configurationDigest });
    const row = known ? besideOlder(computed, known, await storedQueries.findLastRun()) : computed;
    if (!known || saysMore(row, known)) await storedQueries.save(row);
    if (pending) await storedQueries.deletePending(hash);
  } catch (error) {
    onError(error);
  }
}

/** For so long a row is not written again for its time alone. */
const keptForMs = 10 * 60_000;

function saysMore(row: StoredQuery, known: StoredQuery): boolean {
  if (row.computedAt >= known.computedAt + keptForMs) return true;
  return !isDeepStrictEqual({ ...row, computedAt: known.computedAt }, known);
}

/** For the whole of an evaluation; Jira ends one after 25 seconds. */
const timeoutMs = 20_000;

/** @throws {QueryRefused} TOO_SLOW at the end of the time, whatever the work is waiting for */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeIsUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new QueryRefused('TOO_SLOW', functionTexts.serviceSlow));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
