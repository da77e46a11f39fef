import * as z from 'zod/mini';
import { ServiceError } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { createCallPool } from '../access/call-pool';
import { type Clock, JiraAtRest, JiraError, type Platform } from '../platform/platform';
import { maximumDelayMs } from '../platform/storage';
import type { FailureLog } from '../replies/failure-log';
import {
  type CallBudget,
  callTimes,
  createCallBudget,
  OutOfCalls,
  waitForCalls,
} from './call-budget';
import type { JobFacts } from './job-facts';
import { jobTroubleOf } from './job-trouble';

/** What the worker of a job needs. */
export interface WorkerDependencies {
  readonly platform: Pick<
    Platform,
    'tenantKey' | 'store' | 'refreshQueue' | 'appJira' | 'jiraLimit' | 'tokenTransport'
  >;
  readonly adminToken: Pick<AdminToken, 'find' | 'describe'>;
  readonly now: Clock;
  readonly log: FailureLog;
}

/** What every job keeps between its slices. */
export const keptBetweenSlices = {
  version: z.literal(1),
  /** The event of this number is due; earlier ones are over. */
  slice: z.number(),
  /** In milliseconds since the epoch, when an event of it last did something; absent until the first one comes. */
  movedAt: z.optional(z.number()),
  /** Waits after a failure since anything went well. */
  setbacks: z.number(),
  calls: callTimes,
};

interface SlicedRun extends JobFacts, z.infer<z.ZodMiniObject<typeof keptBetweenSlices>> {
  readonly phase: string;
}

/** What a job did in one step; nothing of it is lost if an error stopped the step. */
export interface StepResult<Run> {
  readonly run: Run;
  readonly stoppedBy?: unknown;
}

/** Until when a slice begins anything new, and how often it may call the service. */
export interface SliceLimits {
  readonly budget: CallBudget;
  readonly endsAt: number;
}

/** A job that the queue works at in slices, each of which fits into one function call. */
interface SlicedJob<Run extends SlicedRun, Slice> {
  readonly kind: string;
  /** Of the service, in any 300 seconds. */
  readonly callsPerWindow: number;
  /** The run under way, or the last one. */
  readonly find: () => Promise<Run | undefined>;
  readonly save: (run: Run) => Promise<void>;
  readonly isCanceled?: (run: Run) => Promise<boolean>;
  readonly openSlice: (run: Run, limits: SliceLimits) => Promise<Slice>;
  readonly step: (slice: Slice, run: Run) => Promise<StepResult<Run>>;
  /**
   * How the run continues, or ends, after an error; undefined where waiting may help.
   * @param hasWaited it failed after each wait that there is
   */
  readonly giveUp: (run: Run, error: unknown, hasWaited: boolean) => Run | undefined;
  readonly end: (run: Run) => Promise<void>;
  readonly log: (error: unknown, run: Run) => void;
}

/** The platform ends an invocation of the consumer after 600 s: manifest.yml, `refresh-work`. */
const sliceMs = 120_000;

/** The queue's delay for an event that is due after this time. */
export function delaySecondsFor(waitMs: number): number {
  // A time that Jira named can be over by now.
  return Math.max(0, Math.ceil(Math.min(waitMs, maximumDelayMs) / 1000));
}

/**
 * Works at a job, a slice with each event. An event that comes again does no harm: a slice that is over
 * does nothing, and one that ended early continues from where it was saved.
 * @see docs/platform-assumptions.md, 44
 * @throws {StoreError} where not even that can be saved; the platform brings the event again
 */
export function createSliceWorker<Run extends SlicedRun, Slice>(
  job: SlicedJob<Run, Slice>,
  { platform, now }: Pick<WorkerDependencies, 'platform' | 'now'>,
) {
  const { refreshQueue } = platform;
  const pool = createCallPool({ platform, now });
  return async function work(event: { runId: string; slice: number }): Promise<void> {
    const run = await job.find();
    if (run?.runId !== event.runId || event.slice < run.slice || isRunOver(run)) return;
    const earlyMs = (run.waitingUntil ?? 0) - now();
    const isEarly = earlyMs > 0 && !(await job.isCanceled?.(run));
    const { run: next, waitMs } = isEarly ? { run, waitMs: earlyMs } : await workOnSlice(run);
    if (isRunOver(next)) await job.end(next);
    else await queueNextSlice(next, waitMs);
  };

  /** Pushes the event first: if saving then fails, the event comes again. A run without an event would never go on. */
  async function queueNextSlice(run: Run, waitMs: number): Promise<void> {
    const slice = run.slice + 1;
    const delaySeconds = delaySecondsFor(waitMs);
    await refreshQueue.push({ kind: job.kind, runId: run.runId, slice }, { delaySeconds });
    const waitingUntil = waitMs > 0 ? now() + waitMs : undefined;
    await job.save({ ...run, slice, movedAt: now(), waitingUntil });
  }

  /** Works until the time or the calls are used up, saving the run before the first step and after each. */
  async function workOnSlice(given: Run): Promise<AfterSlice<Run>> {
    const endsAt = now() + sliceMs;
    const { callsPerWindow } = job;
    const budget = createCallBudget({ calls: given.calls, callsPerWindow, now, endsAt, pool });
    const slice = await job.openSlice(given, { budget, endsAt });
    let run = given;
    let stoppedBy: unknown;
    while (stoppedBy === undefined && !isRunOver(run) && now() < endsAt) {
      run = await save(run, budget.reserved());
      ({ run, stoppedBy } = await attempt(slice, run));
    }
    // Calls that can't be given back count as sent.
    await budget.settle().catch((error: unknown) => job.log(error, run));
    const after = afterSteps({ ...run, calls: budget.settled() }, stoppedBy);
    // If the next event can't be pushed, this one comes again and continues from here.
    if (!isRunOver(after.run)) await save(after.run, after.run.calls);
    return after;
  }

  async function save(run: Run, calls: Run['calls']): Promise<Run> {
    const noWait = { waitingUntil: undefined, waitReason: undefined };
    const saved = { ...run, movedAt: now(), ...noWait, calls };
    await job.save(saved);
    return saved;
  }

  function afterSteps(run: Run, stoppedBy: unknown): AfterSlice<Run> {
    if (stoppedBy === undefined) return { run, waitMs: 0 };
    const isWait = stoppedBy instanceof OutOfCalls || stoppedBy instanceof JiraAtRest;
    if (!isWait) job.log(stoppedBy, run);
    return afterError(job, run, stoppedBy, now());
  }

  async function attempt(slice: Slice, run: Run): Promise<StepResult<Run>> {
    try {
      return await job.step(slice, run);
    } catch (stoppedBy) {
      return { run, stoppedBy };
    }
  }
}

interface AfterSlice<Run> {
  readonly run: Run;
  readonly waitMs: number;
}

const minuteMs = 60_000;
/** Waits after the first, the second and so on of failures in a row. */
const waitsMs = [1, 5, 15, 15].map((minutes) => minutes * minuteMs);
/** No wait is longer, whatever the service asks for. */
const maximumWaitMs = 60 * minuteMs;

/** How a run continues after an error: after a wait, which grows as long as nothing succeeds. */
function afterError<Run extends SlicedRun>(
  { callsPerWindow, giveUp }: Pick<SlicedJob<Run, unknown>, 'callsPerWindow' | 'giveUp'>,
  run: Run,
  error: unknown,
  now: number,
): AfterSlice<Run> {
  const waits = { ...run, waitReason: jobTroubleOf(error) };
  if (error instanceof OutOfCalls) {
    const waitMs = waitForCalls(run.calls, now, callsPerWindow);
    return { run: waits, waitMs: Math.max(waitMs, error.until - now) };
  }
  if (error instanceof JiraAtRest) {
    return { run: waits, waitMs: error.until - now };
  }
  const waitMs = waitsMs[run.setbacks];
  const givenUp = giveUp(run, error, waitMs === undefined);
  if (givenUp || waitMs === undefined) return { run: givenUp ?? run, waitMs: 0 };
  const isAsked = error instanceof ServiceError || error instanceof JiraError;
  const askedMs = isAsked ? (error.retryAfterMs ?? 0) : 0;
  return {
    run: { ...waits, setbacks: run.setbacks + 1 },
    waitMs: Math.max(waitMs, Math.min(askedMs, maximumWaitMs)),
  };
}

export function isRunOver({ phase }: { readonly phase: string }): boolean {
  return ['done', 'failed', 'canceled'].includes(phase);
}

/** A run that hasn't moved for this long can't have an event left. */
const silenceMs = 30 * minuteMs;
/** Without a first move after this long, its first event was never pushed. */
const silenceAtBeginningMs = 5 * minuteMs;

export function isRunAlive(run: SlicedRun, now: number): boolean {
  const { startedAt, movedAt, waitingUntil = 0 } = run;
  const silence = movedAt === undefined ? silenceAtBeginningMs : silenceMs;
  return !isRunOver(run) && now < Math.max(movedAt ?? startedAt, waitingUntil) + silence;
}

/** Reports a run with no events left as failed: nothing else will end it. */
export function reportedRun<Run extends SlicedRun>(run: Run, now: number, message: string): Run {
  if (isRunOver(run) || isRunAlive(run, now)) return run;
  return { ...run, phase: 'failed', message, finishedAt: run.movedAt ?? run.startedAt };
}

interface Beginning<Run> extends Pick<SlicedJob<never, never>, 'kind'> {
  readonly queue: Platform['refreshQueue'];
  readonly save: (run: Run) => Promise<void>;
  readonly message: string;
}

/** Saves a run and pushes its first event. @throws {StoreError} if it can't; the run counts as failed then */
export async function beginRun<Run extends SlicedRun>(
  run: Run,
  { queue, kind, save, message }: Beginning<Run>,
): Promise<void> {
  await save(run);
  try {
    await queue.push({ kind, runId: run.runId, slice: run.slice });
  } catch (error) {
    await save({ ...run, phase: 'failed', message, finishedAt: run.startedAt });
    throw error;
  }
}
