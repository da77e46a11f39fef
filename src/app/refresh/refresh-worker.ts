import type { AdminToken } from '../access/admin-token';
import type { FailureLog } from '../access/failure-log';
import type { Platform } from '../platform/platform';
import { createStoredQueries } from '../stored-queries/stored-queries';
import { refreshEvent, type RefreshEvent } from './refresh-event';
import { createRefresh } from './refresh';
import { isOver, type RefreshRun } from './refresh-run';
import { runSlice } from './run-slice';
import { createRunStore } from './run-store';
import { runTask, type TaskEvent } from './run-task';
import type { AfterStop } from './setback';
import { openSlice } from './slice';
import type { Slice } from './step';
import { clearWorklists } from './worklist';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue' | 'unattended' | 'tokenTransport'>;
  readonly adminToken: Pick<AdminToken, 'find'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

type DailyEvent = Extract<RefreshEvent, { kind: 'daily' }>;
type AllEvent = Extract<RefreshEvent, { kind: 'all' }>;
type SliceEvent = Extract<RefreshEvent, { kind: 'slice' }>;

/** Of manifest.yml, for the log. */
const functionKey = 'refresh-work';

/** An admin waits for it. */
const askedAgainMs = 60_000;
/** The queue takes no event for later than that. */
const longestDelayMs = 900_000;

/**
 * Does what the events of the queue ask for, one at a time. An event that comes again does no harm:
 * a slice that is over does nothing, one that ended without a word goes on from where it was kept.
 * @see docs/platform-assumptions.md, 44
 * @throws {StoreError} where not even that can be kept; the platform brings the event again
 */
export function createRefreshWorker(dependencies: Dependencies) {
  const { platform, now, log } = dependencies;
  const runs = createRunStore(platform.store);
  const push = (event: RefreshEvent, delayMs: number) =>
    platform.refreshQueue.push(event, {
      delaySeconds: Math.ceil(Math.min(delayMs, longestDelayMs) / 1000),
    });

  return async function work(body: unknown): Promise<void> {
    const { data: event, error } = refreshEvent.safeParse(body);
    // It would come again for a day, and be of no known shape each time.
    if (!event) log({ functionKey }, error);
    else if (event.kind === 'daily') await workAtDaily(event);
    else if (event.kind === 'all') await workAtAll(event);
    else if (event.kind === 'slice') await workAtSlice(event);
    else await workAtTask(event);
  };

  /** The schedule does not come again on that day. */
  async function workAtDaily(event: DailyEvent): Promise<void> {
    const isSettled = await createRefresh(dependencies).startDaily(event.requestedAt);
    if (!isSettled) await push(event, longestDelayMs);
  }

  async function workAtAll(event: AllEvent): Promise<void> {
    const isBegun = await createRefresh(dependencies).startAll(event.requestedAt);
    if (!isBegun) await push(event, askedAgainMs);
  }

  async function workAtSlice({ runId, slice: number }: SliceEvent): Promise<void> {
    const run = await runs.find();
    if (run?.runId !== runId || number < run.slice || isOver(run)) return;
    const earlyMs = (run.waitingUntil ?? 0) - now();
    const { run: next, waitMs } = earlyMs > 0 ? { run, waitMs: earlyMs } : await goOn(run);
    if (isOver(next)) await end(next);
    else await handOver(next, waitMs);
  }

  async function goOn(run: RefreshRun): Promise<AfterStop> {
    const onError: Slice['onError'] = (error, phase) => log({ functionKey, phase }, error);
    const slice = await openSlice({ ...dependencies, onError }, run);
    return runSlice({ slice, run, runs });
  }

  /** The event first: of a run that is kept too late an event comes again, of one that has none nothing. */
  async function handOver(run: RefreshRun, waitMs: number): Promise<void> {
    const slice = run.slice + 1;
    await push({ kind: 'slice', runId: run.runId, slice }, waitMs);
    const waitingUntil = waitMs > 0 ? now() + waitMs : undefined;
    await runs.save({ ...run, slice, movedAt: now(), waitingUntil });
  }

  async function end(run: RefreshRun): Promise<void> {
    const { cannotAsk, message = cannotAsk?.message } = run;
    const phase = message === undefined ? ('done' as const) : ('failed' as const);
    const ended = { ...run, phase, message, finishedAt: now(), movedAt: now() };
    if (phase === 'done' && !run.hashes) await saveComplete(dependencies, ended);
    await runs.save(ended);
    await clearWorklists(platform.store);
  }

  async function workAtTask(event: TaskEvent): Promise<void> {
    const again = await runTask(dependencies, event);
    if (again) await push(again.event, again.delayMs);
  }
}

/** Keeps that a refresh of everything came to its end. */
async function saveComplete(
  { platform: { store }, now }: Dependencies,
  run: RefreshRun & { finishedAt: number },
): Promise<void> {
  const { startedAt, finishedAt, requestedAt } = run;
  const storedQueries = createStoredQueries({ store, now });
  if (!run.lackedToken) await storedQueries.saveLastRun({ startedAt, finishedAt });
  if (requestedAt !== undefined) await createRunStore(store).saveDailyRequest(requestedAt);
}
