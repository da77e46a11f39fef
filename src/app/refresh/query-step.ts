import type { Client } from '../../api/client';
import { maximumPageLimit } from '../../api/page';
import { findField, type FoundField } from '../jql-function/find-field';
import { findObjects, type UnansweredSource } from '../jql-function/find-objects';
import { detectClauseSyntax, fragmentOf } from '../jql-function/clause-syntax';
import { QueryRefused } from '../jql-function/query-refused';
import { type CallBudget, OutOfCalls } from '../jobs/call-budget';
import type { PrecomputationUpdate } from '../platform/app-jira';
import { isJiraRefusal } from '../platform/platform';
import { StoreError } from '../platform/storage';
import {
  digestOfSource,
  keptResultOf,
  queryHash,
  saysTheSame,
} from '../stored-queries/stored-queries';
import type { QueryRecord } from '../stored-queries/query-record';
import { takeSeat } from '../stored-queries/waiting-seats';
import {
  countOf,
  type Credential,
  decide,
  jiraRefused,
  lossOf,
  type QueryDecision,
  type QueryOutcome,
  recordAfter,
  staysUnread,
  updatesOf,
  type WaitingField,
} from './decide';
import type { ListedQuery } from './worklist';
import { isUnseenField, writePrecomputations } from './precomputations';
import { refreshTexts } from './refresh-texts';
import type { RefreshRun, RefreshStep, Slice } from './run';
import { serviceFailureOf } from './service-failure';

/** If the app dies, at most this many are asked again. */
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

/** The service may take the whole time of a query for each of them. */
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

interface Asking extends Omit<Slice, 'client'> {
  readonly client: Client;
}

const queryTimeoutMs = 45_000;

/**
 * Asks the service for a query, and once more at once where no answer came: a connection may break
 * off, a service restart.
 * @throws {ServiceError} where the service does not answer
 * @throws {OutOfCalls} where too few are left for it
 * @throws {JiraError}, StoreError
 */
async function askQuery(
  asking: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
): Promise<QueryOutcome> {
  if (listed.fieldId === undefined) return refusal(listed.refusal, listed.refusal);
  const unanswered: UnansweredSource[] = [];
  const once = () => answerOf(asking, record, listed, { fieldId: listed.fieldId, unanswered });
  try {
    return await once().catch((error: unknown) => {
      if (serviceFailureOf(error)?.kind !== 'noAnswer') throw error;
      return once().catch((again: unknown) => {
        throw again instanceof OutOfCalls ? error : again;
      });
    });
  } catch (error) {
    if (error instanceof QueryRefused) {
      return outcomeOfRefusal(error, asking, record, { listed, unanswered });
    }
    if (!isJiraRefusal(error)) throw error;
    asking.onError(error, 'queries');
    return jiraRefused;
  }
}

async function answerOf(
  asking: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  { fieldId, unanswered }: { fieldId: string; unanswered: UnansweredSource[] },
): Promise<QueryOutcome> {
  const { query } = listed;
  const { client, budget, fields, now } = asking;
  const field = await findField(fields, fieldId);
  const syntax = await detectClauseSyntax(asking, field);
  requireCalls(budget, field, record);
  const { name: fieldName, sources } = field;
  const signal = AbortSignal.timeout(queryTimeoutMs);
  const onUnanswered = (source: UnansweredSource) => unanswered.push(source);
  const search = { client, fieldName, sources, query, signal, onUnanswered };
  const objectIds = await findObjects(search);
  const { spelling } = syntax;
  const result = keptResultOf(field, {
    ...{ objectIds, credential: 'token', computedAt: now(), spelling },
    unanswered: [...new Set(unanswered.map(({ source }) => digestOfSource(source)))].sort(),
  });
  const known = record?.result;
  const isAsBefore = known?.configurationDigest === result.configurationDigest;
  const loss = isAsBefore && known.unanswered ? lossOf(known.unanswered, unanswered) : undefined;
  if (loss && stays(asking, record, listed)) return lossOutcome[loss];
  return {
    kind: 'answer',
    fieldName,
    result,
    fragments: {
      in: fragmentOf(syntax, 'in', objectIds),
      'not in': fragmentOf(syntax, 'not in', objectIds),
    },
  };
}

/**
 * A query isn't begun if too few calls are left for it, because it would start from the beginning
 * again. A slice has enough for any: see `maximumSources`.
 * @throws {OutOfCalls}
 */
function requireCalls(budget: CallBudget, { sources }: FoundField, record?: QueryRecord) {
  const known = record?.result?.objectCount ?? 0;
  const pages = sources.length + Math.floor(known / maximumPageLimit);
  // One more finds out whose fault it is where no answer comes.
  if (!budget.has(pages + 1)) throw new OutOfCalls();
}

function outcomeOfRefusal(
  error: QueryRefused,
  asking: Asking,
  record: QueryRecord | undefined,
  { listed, unanswered }: { listed: ListedQuery; unanswered: readonly UnansweredSource[] },
): QueryOutcome {
  const known = record?.result?.unanswered ?? [];
  const loss = error.code === 'NO_ACCESS' ? 'certain' : lossOf(known, unanswered);
  if (loss && stays(asking, record, listed)) return lossOutcome[loss];
  return isUnseenField(error)
    ? { kind: 'fail', message: refreshTexts.fieldUnseen, isUnseen: true }
    : refusal(error.message, error.detail);
}

function stays(
  { now, lastRun, tokenSetAt }: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
): boolean {
  return staysUnread(tokenSetAt, record, listed, { now: now(), lastRun });
}

const lossOutcome = {
  certain: {
    ...{ kind: 'fail', message: refreshTexts.accessLost, isUnseen: false },
    isAccessLost: true,
  },
  possible: { kind: 'fail', message: refreshTexts.accessPerhapsLost, isUnseen: false },
} as const satisfies Record<string, QueryOutcome>;

function refusal(message: string, detail: string): QueryOutcome {
  return { kind: 'refuse', message, detail };
}

/** What was decided for a query of the list, and what that was based on. */
interface DecidedResult {
  readonly listed: ListedQuery;
  readonly record: QueryRecord | undefined;
  readonly outcome: QueryOutcome;
  readonly updates: readonly PrecomputationUpdate[];
}

/**
 * Writes what changed: first in Jira, then in the records, so that no record is ahead of Jira.
 * Everything may be done again.
 * @returns the run with what became of each: a query whose result Jira refuses stays as it is
 * @throws {JiraError} where Jira does not answer
 */
async function applyResults(
  slice: Slice,
  run: RefreshRun,
  results: readonly DecidedResult[],
): Promise<RefreshRun> {
  const all = results.flatMap(({ updates }) => updates);
  const refused = await writePrecomputations(slice.jira, all);
  const next = { ...run, done: run.done + results.length };
  for (const { listed, record, updates, ...decided } of results) {
    const isRefused = updates.some(({ id }) => refused.has(id));
    const outcome = isRefused ? jiraRefused : decided.outcome;
    const isKept = await keepRecord(slice, run, { listed, record, outcome });
    next[isKept ? countOf(outcome, updates.length) : 'failed'] += 1;
  }
  return next;
}

type Known = Omit<DecidedResult, 'updates'>;

/** If a record can't be saved, only its query fails; if nothing can be saved, the run itself fails. */
async function keepRecord(slice: Slice, run: RefreshRun, decided: Known): Promise<boolean> {
  const { listed, record, outcome } = decided;
  const { fieldId, query } = listed;
  if (fieldId === undefined || !isChange(run, decided, nextOf(slice, decided))) return true;
  const hash = queryHash(fieldId, query);
  try {
    // A search may have written it since.
    const latest = await slice.storedQueries.find(hash);
    const next = nextOf(slice, { listed, record: latest, outcome });
    if (next) await slice.storedQueries.save(next);
    else if (latest ?? record) await slice.storedQueries.delete(hash);
    if (next?.waiting && !next.result) await takeSeat(slice, hash);
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return false;
  }
}

function nextOf({ now, lastRun }: Slice, { listed, record, outcome }: Known) {
  return recordAfter(outcome, record, listed, { now: now(), lastRun });
}

/** A query that someone asked to refresh gets its new time even if nothing else changed. */
function isChange(
  { hashes }: RefreshRun,
  { record, outcome }: Known,
  next: QueryRecord | undefined,
): boolean {
  if (hashes && outcome.kind === 'answer') return true;
  return record && next ? !saysTheSame(record, next) : record !== next;
}
