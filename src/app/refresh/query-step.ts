import { findField } from '../jql-function/find-field';
import { QueryRefused } from '../jql-function/query-refused';
import { isJiraRefusal } from '../platform/jira-refusal';
import { queryHash } from '../stored-queries/digests';
import type { QueryRecord } from '../stored-queries/query-record';
import { askQuery } from './ask';
import { decide, type Credential, type QueryDecision } from './decide';
import { OutOfCalls, serviceFailureOf } from './sliced-job';
import { updatesOf, type QueryOutcome, type WaitingField } from './outcome';
import { applyResults, type DecidedResult } from './perform';
import type { RefreshRun } from './run';
import type { Slice, RefreshStep } from './slice';
import type { ListedQuery } from './listed-queries';

/** At most this many are asked again if the app dies. */
const queriesPerStep = 20;
/** Written in one go, some hundred kilobytes a call, so that a step ends in time. */
const charactersPerStep = 4_000_000;

/** Looks at the next queries of the list, then writes what changed. */
export async function queryStep(slice: Slice, given: RefreshRun): Promise<RefreshStep> {
  const decided: DecidedResult[] = [];
  let run = { ...given, lackedToken: given.lackedToken || !slice.client };
  let isLast = false;
  let stoppedBy: unknown;
  while (!isLast && stoppedBy === undefined && hasRoom(slice, decided)) {
    const listed = await slice.worklist.find(run.worklist, run.done + decided.length);
    if (!listed) isLast = true;
    else {
      const result = await processQuery(slice, run, listed);
      ({ run, stoppedBy } = result);
      if (result.decided) decided.push(result.decided);
    }
  }
  const next = await applyResults(slice, run, decided);
  return { run: isLast ? { ...next, phase: 'sweep' } : next, stoppedBy };
}

function hasRoom({ now, endsAt }: Slice, decided: readonly DecidedResult[]): boolean {
  const characters = decided
    .flatMap(({ updates }) => updates)
    .reduce((sum, update) => sum + ('value' in update ? update.value : update.error).length, 0);
  return decided.length < queriesPerStep && characters < charactersPerStep && now() < endsAt;
}

interface QueryStepResult {
  readonly run: RefreshRun;
  /** Absent where the query is to be looked at again. */
  readonly decided?: DecidedResult;
  readonly stoppedBy?: unknown;
}

async function processQuery(
  slice: Slice,
  run: RefreshRun,
  listed: ListedQuery,
): Promise<QueryStepResult> {
  try {
    const decided = await decideResult(slice, run, listed, credentialOf(slice, run));
    return { decided, run: { ...run, setbacks: 0 } };
  } catch (error) {
    const failure = serviceFailureOf(error);
    if (!failure || failure.kind === 'busy') return { run, stoppedBy: error };
    const decided = () => decideResult(slice, run, listed, failure);
    if (failure.kind !== 'noAnswer') {
      return { decided: await decided(), run: { ...run, cannotAsk: failure } };
    }
    const stoppedBy = await findServicesFault(slice, run, error);
    if (stoppedBy !== undefined) return { run, stoppedBy };
    return { decided: await decided(), run: { ...run, passedOver: run.passedOver + 1 } };
  }
}

function credentialOf({ client }: Slice, { cannotAsk }: RefreshRun): Credential {
  return client ? (cannotAsk ?? { kind: 'good' }) : { kind: 'noToken' };
}

/**
 * @throws {ServiceError} where the service does not answer
 * @throws {OutOfCalls}, JiraError, StoreError
 */
async function decideResult(
  slice: Slice,
  { hashes }: RefreshRun,
  listed: ListedQuery,
  credential: Credential,
): Promise<DecidedResult> {
  const { now, lastRun, storedQueries, personRunsAllowed } = slice;
  const { fieldId, query } = listed;
  const record =
    fieldId === undefined ? undefined : await storedQueries.find(queryHash(fieldId, query));
  const context = { now: now(), lastRun, isOfAll: !hashes };
  const decision = decide(credential, record, listed, context);
  const outcome = await outcomeOf(slice, decision, listed, record);
  return { listed, record, outcome, updates: updatesOf(outcome, listed, personRunsAllowed) };
}

/** The decision with what it needs to be told of the query, by the service or by Jira. */
async function outcomeOf(
  slice: Slice,
  decision: QueryDecision,
  listed: ListedQuery,
  record: QueryRecord | undefined,
): Promise<QueryOutcome> {
  if (decision.kind === 'wait' || decision.kind === 'expire') {
    return { ...decision, field: await findWaitingField(slice, listed.fieldId) };
  }
  if (decision.kind !== 'ask') return decision;
  const { client } = slice;
  if (!client) throw new Error('There is nobody to ask.');
  return askQuery({ ...slice, client }, record, listed);
}

async function findWaitingField(
  { fields }: Slice,
  fieldId: string | undefined,
): Promise<WaitingField | undefined> {
  if (fieldId === undefined) return undefined;
  try {
    return await findField(fields, fieldId);
  } catch (error) {
    if (error instanceof QueryRefused || isJiraRefusal(error)) return undefined;
    throw error;
  }
}

/** Each may take as long as a query has. */
const maximumPassedOver = 60;

/**
 * Undefined if the service answers another call: then the query is at fault. If no call is
 * left to find out, the query is looked at again once there is.
 */
async function findServicesFault(
  { client }: Slice,
  { passedOver }: RefreshRun,
  error: unknown,
): Promise<unknown> {
  if (!client || passedOver >= maximumPassedOver) return error;
  return client.users.current().then(
    () => undefined,
    (other: unknown) => (other instanceof OutOfCalls ? other : error),
  );
}
