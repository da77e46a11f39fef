import { jobTroubleOf } from '../jobs/job-trouble';
import { createSliceWorker, delaySecondsFor, type WorkerDependencies } from '../jobs/sliced-job';
import { JiraAtRest, JiraError } from '../platform/platform';
import { maximumDelayMs } from '../platform/storage';
import {
  createStoredQueries,
  queryHash,
  type Handover,
  keptResultOf,
} from '../stored-queries/stored-queries';
import { queryStep } from './query-step';
import {
  refreshEvent,
  type RefreshEvent,
  type RunRequest,
  sliceKind,
  startRequested,
} from './refresh';
import { removedText, stoppedText } from './refresh-texts';
import { repairStep } from './repair-step';
import {
  createParts,
  findRun,
  openSlice,
  type RefreshRun,
  type RefreshStep,
  saveRun,
  type Slice,
  type RefreshParts,
} from './run';
import { serviceFailureOf } from './service-failure';
import { createWorklist, listStep } from './worklist';
import {
  goodForMs,
  leftOut,
  type QueryRecord,
  rightAtOf,
  besideOlder,
  isResultOver,
} from '../stored-queries/query-record';
import { detectClauseSyntax, fragmentOf } from '../jql-function/clause-syntax';
import { findField, findFieldId, type FoundField } from '../jql-function/find-field';
import type { Precomputation } from '../platform/app-jira';
import { findCall, findCalls, writePrecomputations } from './precomputations';

type TaskEvent = Extract<RefreshEvent, { kind: 'forget' | 'deliver' }>;

/** The function's key in manifest.yml, for the log. */
const functionKey = 'refresh-work';

/** A token may call 1,000 times in 300 s: the refresh leaves most of that to searches. */
const callsPerWindow = 200;
/** An admin is waiting for a refresh of everything; the daily refresh can wait longer. */
const askedAgainMs = { all: 60_000, daily: maximumDelayMs };
/** About four hours, with the waits between them. */
const maximumAttempts = 24;

/**
 * Does what the events of the queue ask for, one at a time. An event that comes again does no harm.
 * @throws {StoreError} the platform brings the event again
 */
export function createRefreshWorker(dependencies: WorkerDependencies) {
  const { platform, now, log } = dependencies;
  const workAtSlice = createRefreshJob(dependencies);
  const push = (event: RefreshEvent, delayMs: number) =>
    platform.refreshQueue.push(event, { delaySeconds: delaySecondsFor(delayMs) });

  return async function work(body: unknown): Promise<void> {
    const { data: event, error } = refreshEvent.safeParse(body);
    // The queue would deliver it again for a day, and it would never become readable.
    if (!event) log({ functionKey }, error);
    else if (event.kind === sliceKind) await workAtSlice(event);
    else if (event.kind === 'daily' || event.kind === 'all') await workAtRequest(event);
    else await workAtTask(event);
  };

  async function workAtRequest(event: RunRequest): Promise<void> {
    const { kind } = await startRequested(dependencies, event);
    if (kind === 'busy') await push(event, askedAgainMs[event.kind]);
  }

  /** Works on a single query, outside of any run. */
  async function workAtTask(event: TaskEvent): Promise<void> {
    try {
      const task = event.kind === 'forget' ? forgetQuery : deliverHandover;
      await task(createParts(dependencies), event.hash);
    } catch (error) {
      if (error instanceof JiraAtRest) return push(event, error.until - now());
      log({ functionKey, phase: event.kind }, error);
      if (event.attempt >= maximumAttempts) return;
      await push({ ...event, attempt: event.attempt + 1 }, event.attempt * 60_000);
    }
  }
}

function createRefreshJob(dependencies: WorkerDependencies) {
  const { platform, now, log } = dependencies;
  const { store } = platform;
  const onError: Slice['onError'] = (error, phase) => log({ functionKey, phase }, error);
  return createSliceWorker<RefreshRun, Slice>(
    {
      kind: sliceKind,
      callsPerWindow,
      find: () => findRun(store),
      save: (run) => saveRun(store, run),
      openSlice: (run, limits) => openSlice({ ...dependencies, onError }, run, limits),
      step,
      giveUp: (run, error, hasWaited) => (hasWaited ? givenUp(run, error, now()) : undefined),
      end: (run) => end(dependencies, run),
      log: (error, { phase }) => onError(error, phase),
    },
    dependencies,
  );
}

/** Saves that a run is over, and what that means for the results that it looked at. */
async function end(
  { platform: { store }, now }: WorkerDependencies,
  run: RefreshRun,
): Promise<void> {
  const { cannotAsk, message = cannotAsk?.message, startedAt } = run;
  const finishedAt = now();
  const isComplete = message === undefined && !run.hashes;
  if (isComplete && !run.lackedToken) {
    await createStoredQueries({ store, now }).saveLastRun({ startedAt, finishedAt });
  }
  await saveRun(store, {
    ...run,
    phase: message === undefined ? 'done' : 'failed',
    ...{ message, finishedAt, movedAt: finishedAt },
    ...(isComplete && run.requestedAt !== undefined && { dailyRequestedAt: run.requestedAt }),
  });
  await createWorklist(store, run.runId).clear(run.worklist);
}

/** After the last wait it asks the service no more, or ends. */
function givenUp(run: RefreshRun, error: unknown, now: number): RefreshRun {
  const trouble = jobTroubleOf(error);
  const failure = serviceFailureOf(error);
  if (failure) {
    const isToldBefore = failure.kind === 'tokenRefused' || failure.kind === 'cannotSend';
    const cannotAsk = isToldBefore ? failure : { ...failure, message: stoppedText(trouble) };
    return { ...run, cannotAsk, setbacks: 0 };
  }
  // Every query was looked at by then; the next run repairs the rest.
  if (run.phase === 'repair') return { ...run, phase: 'done' };
  return { ...run, phase: 'failed', message: stoppedText(trouble), finishedAt: now };
}

const steps = { list: listStep, queries: queryStep, sweep: sweepStep, repair: repairStep };

async function step(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  const { phase } = run;
  return phase === 'done' || phase === 'failed' ? { run } : steps[phase](slice, run);
}

/**
 * Deletes the records of results that Jira dropped because nobody searched with them. Lists of the
 * storage lag behind, so each record is read again before it is changed. A refresh of single queries
 * skips this.
 */
async function sweepStep(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  if (run.hashes) return { run: { ...run, phase: 'repair' } };
  const { storedQueries, now, endsAt } = slice;
  const fateOf = await createFates(slice, run);
  let { sweptTo } = run;
  do {
    const { rows, unreadable, nextCursor } = await storedQueries.list(sweptTo);
    const candidates = rows.filter(({ hash, row }) => fateOf(hash, row) !== 'stays');
    for (const { hash } of candidates) {
      const record = await storedQueries.find(hash);
      if (record) await sweep(slice, record, fateOf(hash, record));
    }
    // Records of another version of the app.
    for (const hash of unreadable) {
      if (!(await storedQueries.find(hash))) await storedQueries.delete(hash);
    }
    sweptTo = nextCursor;
  } while (sweptTo !== undefined && now() < endsAt);
  const phase = sweptTo === undefined ? 'repair' : run.phase;
  return { run: { ...run, phase, sweptTo, setbacks: 0 } };
}

type Fate = 'stays' | 'dropped' | 'leftOut';

async function sweep(
  { storedQueries, lastRun }: Slice,
  record: QueryRecord,
  fate: Fate,
): Promise<void> {
  if (fate === 'dropped') {
    await storedQueries.save({ ...record, result: undefined, trouble: undefined });
  } else if (fate === 'leftOut' && record.result && !record.result.isLeftOut) {
    await storedQueries.save({ ...record, result: leftOut(record.result, lastRun) });
  }
}

/** A search takes what a person found for 10 minutes: Jira may get it after it was listed. */
const onItsWayMs = 15 * 60 * 1000;

/**
 * A refresh that could not read all that Jira keeps does not know which results were dropped, so it marks
 * them as left out. It drops those that expired a week ago or more: Jira no longer has them.
 */
async function createFates({ worklist, lastRun, now }: Slice, run: RefreshRun) {
  const hashes = new Set<string>();
  // A call whose field could not be found may be of any record with its query.
  const queriesOfNoField = new Set<string>();
  for (const { query, fieldId } of await worklist.read(run.worklist)) {
    if (fieldId === undefined) queriesOfNoField.add(query);
    else hashes.add(queryHash(fieldId, query));
  }
  const isSure = run.unlisted === 0 && !run.isCutOff;

  return function fateOf(hash: string, { query, result }: QueryRecord): Fate {
    if (!result || result.computedAt >= run.startedAt - onItsWayMs) return 'stays';
    if (hashes.has(hash)) return 'stays';
    if (queriesOfNoField.has(query)) return 'leftOut';
    const isLongOver = now() >= rightAtOf(result, lastRun) + 2 * goodForMs;
    return isSure || isLongOver ? 'dropped' : 'leftOut';
  };
}

/**
 * Removes the stored result of a query, until a refresh finds that someone has searched with it again.
 * @throws {JiraError} also where Jira refuses to take some of it away
 * @throws {StoreError}
 */
async function forgetQuery(parts: RefreshParts, hash: string): Promise<void> {
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
async function deliverHandover(parts: RefreshParts, hash: string): Promise<void> {
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
