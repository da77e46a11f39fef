import type { AdminToken } from '../access/admin-token';
import { createSliceWorker, delaySecondsFor } from '../jobs/sliced-job';
import { JiraAtRest, JiraError, type Platform } from '../platform/platform';
import { maximumDelayMs } from '../platform/storage';
import type { FailureLog } from '../replies/failure-log';
import { createStoredQueries } from '../stored-queries/stored-queries';
import { queryStep } from './query-step';
import {
  refreshEvent,
  type RefreshEvent,
  type RunRequest,
  sliceKind,
  startRequested,
} from './refresh';
import { refreshTexts } from './refresh-texts';
import { repairStep } from './repair-step';
import {
  createParts,
  findRun,
  openSlice,
  type RefreshRun,
  type RefreshStep,
  saveRun,
  type Slice,
} from './run';
import { serviceFailureOf } from './service-failure';
import { deliverHandover, forgetQuery } from './single-query';
import { sweepStep } from './sweep-step';
import { createWorklist, listStep } from './worklist';

interface Dependencies {
  readonly platform: Pick<
    Platform,
    'store' | 'refreshQueue' | 'appJira' | 'jiraLimit' | 'tokenTransport'
  >;
  readonly adminToken: Pick<AdminToken, 'find' | 'describe'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

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
export function createRefreshWorker(dependencies: Dependencies) {
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

function createRefreshJob(dependencies: Dependencies) {
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
async function end({ platform: { store }, now }: Dependencies, run: RefreshRun): Promise<void> {
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
  const failure = serviceFailureOf(error);
  if (failure) {
    const { kind } = failure;
    const message = kind === 'busy' ? refreshTexts.serviceBusy : refreshTexts.serviceDown;
    return { ...run, cannotAsk: { kind, message }, setbacks: 0 };
  }
  // Every query was looked at by then; the next run repairs the rest.
  if (run.phase === 'repair') return { ...run, phase: 'done' };
  const message = error instanceof JiraError ? refreshTexts.jiraDown : refreshTexts.unexpected;
  return { ...run, phase: 'failed', message, finishedAt: now };
}

const steps = { list: listStep, queries: queryStep, sweep: sweepStep, repair: repairStep };

async function step(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  const { phase } = run;
  return phase === 'done' || phase === 'failed' ? { run } : steps[phase](slice, run);
}
