import type { AdminToken } from '../access/admin-token';
import type { FailureLog } from '../replies/failure-log';
import { JiraAtRest, type Platform } from '../platform/platform';
import { longestDelayMs } from '../platform/storage';
import { createStoredQueries } from '../stored-queries/stored-queries';
import { afterStop, isWait, noWait, type AfterStop } from './failures';
import { listStep } from './list-step';
import { queryStep } from './query-step';
import { refreshEvent, startRequested, type RefreshEvent, type RunRequest } from './refresh';
import { repairStep } from './repair-step';
import { findRun, isRunOver, saveRun, type RefreshRun } from './run';
import { deliverHandover, forgetQuery } from './single-query';
import { createParts, openSlice, type Slice, type StepResult } from './slice';
import { sweepStep } from './sweep-step';
import { createWorklist } from './worklist';

interface Dependencies {
  readonly platform: Pick<
    Platform,
    'store' | 'refreshQueue' | 'unattended' | 'jiraLimit' | 'tokenTransport'
  >;
  readonly adminToken: Pick<AdminToken, 'find' | 'describe'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

type SliceEvent = Extract<RefreshEvent, { kind: 'slice' }>;
type TaskEvent = Extract<RefreshEvent, { kind: 'forget' | 'deliver' }>;

/** The function's key in manifest.yml, for the log. */
const functionKey = 'refresh-work';

/** An admin is waiting for a refresh of everything; the daily refresh can wait longer. */
const askedAgainMs = { all: 60_000, daily: longestDelayMs };
/** About four hours, with the waits between them. */
const mostAttempts = 24;

/**
 * Does what the events of the queue ask for, one at a time. An event that comes again does no harm:
 * a slice that is over does nothing, one that ended without a word goes on from where it was kept.
 * @see docs/platform-assumptions.md, 44
 * @throws {StoreError} where not even that can be kept; the platform brings the event again
 */
export function createRefreshWorker(dependencies: Dependencies) {
  const { platform, now, log } = dependencies;
  const { store } = platform;
  const push = (event: RefreshEvent, delayMs: number) =>
    platform.refreshQueue.push(event, {
      // A time that Jira named can be over by now.
      delaySeconds: Math.max(0, Math.ceil(Math.min(delayMs, longestDelayMs) / 1000)),
    });

  return async function work(body: unknown): Promise<void> {
    const { data: event, error } = refreshEvent.safeParse(body);
    // The queue would deliver it again for a day, and it would never become readable.
    if (!event) log({ functionKey }, error);
    else if (event.kind === 'slice') await workAtSlice(event);
    else if (event.kind === 'daily' || event.kind === 'all') await workAtRequest(event);
    else await workAtTask(event);
  };

  async function workAtRequest(event: RunRequest): Promise<void> {
    const { kind } = await startRequested(dependencies, event);
    if (kind === 'busy') await push(event, askedAgainMs[event.kind]);
  }

  async function workAtSlice({ runId, slice: number }: SliceEvent): Promise<void> {
    const run = await findRun(store);
    if (run?.runId !== runId || number < run.slice || isRunOver(run)) return;
    const earlyMs = (run.waitingUntil ?? 0) - now();
    const { run: next, waitMs } = earlyMs > 0 ? { run, waitMs: earlyMs } : await goOn(run);
    if (isRunOver(next)) await end(dependencies, next);
    else await handOver(next, waitMs);
  }

  async function goOn(run: RefreshRun): Promise<AfterStop> {
    const onError: Slice['onError'] = (error, phase) => log({ functionKey, phase }, error);
    return workOnSlice(await openSlice({ ...dependencies, onError }, run), run);
  }

  /** Pushes the event first: if saving then fails, the event comes again. A run without an event would never go on. */
  async function handOver(run: RefreshRun, waitMs: number): Promise<void> {
    const slice = run.slice + 1;
    await push({ kind: 'slice', runId: run.runId, slice }, waitMs);
    const waitingUntil = waitMs > 0 ? now() + waitMs : undefined;
    await saveRun(store, { ...run, slice, movedAt: now(), waitingUntil });
  }

  /** Works on a single query, outside of any run. */
  async function workAtTask(event: TaskEvent): Promise<void> {
    try {
      const task = event.kind === 'forget' ? forgetQuery : deliverHandover;
      await task(createParts(dependencies), event.hash);
    } catch (error) {
      if (error instanceof JiraAtRest) return push(event, error.until - now());
      log({ functionKey, phase: event.kind }, error);
      if (event.attempt >= mostAttempts) return;
      await push({ ...event, attempt: event.attempt + 1 }, event.attempt * 60_000);
    }
  }
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

/**
 * Works at a run until its time or its calls are used up, keeping it after every step.
 * @returns the run as it is then, and how long it is to wait
 */
async function workOnSlice(slice: Slice, run: RefreshRun): Promise<AfterStop> {
  const { store, budget, now, endsAt, onError } = slice;
  let current = await keep(run);
  while (!isRunOver(current) && now() < endsAt) {
    const { run: next, stoppedBy } = await attempt(slice, current);
    if (isRunOver(next) || stoppedBy !== undefined) {
      const stopped = { ...next, calls: budget.settled() };
      if (stoppedBy === undefined) return { run: stopped, waitMs: 0 };
      if (!isWait(stoppedBy)) onError(stoppedBy, next.phase);
      return afterStop(stopped, stoppedBy, now());
    }
    current = await keep(next);
  }
  return { run: { ...current, calls: budget.settled() }, waitMs: 0 };

  async function keep(kept: RefreshRun): Promise<RefreshRun> {
    const saved = { ...kept, movedAt: now(), ...noWait, calls: budget.reserved() };
    await saveRun(store, saved);
    return saved;
  }
}

async function attempt(slice: Slice, run: RefreshRun): Promise<StepResult> {
  try {
    return await step(slice, run);
  } catch (stoppedBy) {
    return { run, stoppedBy };
  }
}

async function step(slice: Slice, run: RefreshRun): Promise<StepResult> {
  switch (run.phase) {
    case 'list':
      return listStep(slice, run);
    case 'queries':
      return queryStep(slice, run);
    case 'sweep':
      return sweepStep(slice, run);
    case 'repair':
      return repairStep(slice, run);
    case 'done':
    case 'failed':
      return { run };
  }
}
