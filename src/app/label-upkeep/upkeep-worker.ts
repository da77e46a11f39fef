import * as z from 'zod/mini';
import type { AdminToken } from '../access/admin-token';
import type { FailureLog } from '../replies/failure-log';
import { createBackgroundJira } from '../platform/background-jira';
import { JiraAtRest, JiraError, type Platform } from '../platform/platform';
import { longestDelayMs, StoreError } from '../platform/storage';
import {
  createCallBudget,
  createMeteredClient,
  OutOfCalls,
  waitForCalls,
  type CallBudget,
} from '../refresh/call-budget';
import { isJiraRefusal } from '../platform/jira-refusal';
import { isWait, noWait, serviceFailureOf, waitsMs } from '../refresh/failures';
import { sliceMs } from '../refresh/slice';
import { createLabelBook } from './label-book';
import { upkeepPage, type UpkeepSlice } from './upkeep-page';
import { isUpkeepOver, type UpkeepRun } from './upkeep-run';
import { createUpkeepStore } from './upkeep-store';
import { upkeepTexts } from './upkeep-texts';

interface Dependencies {
  readonly platform: Pick<
    Platform,
    'store' | 'refreshQueue' | 'unattended' | 'jiraLimit' | 'tokenTransport'
  >;
  readonly adminToken: Pick<AdminToken, 'find'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

/** What the queue brings for a job. */
export const upkeepEvent = z.object({
  kind: z.literal('labels'),
  runId: z.string(),
  slice: z.number(),
});
type UpkeepEvent = z.infer<typeof upkeepEvent>;

/** Of manifest.yml, for the log. */
const functionKey = 'refresh-work';
/** A token may call 1,000 times in 300 s: searches have 600, the refresh 200, and 100 stay free. */
const callsPerWindow = 100;

interface AfterSlice {
  readonly run: UpkeepRun;
  readonly waitMs: number;
}

/**
 * Works at the job that refreshes stored labels, a slice with each event. An event that comes again
 * does no harm: a slice that is over does nothing, one that ended without a word goes on from where
 * it was kept, and labels that were written are those of now.
 * @throws {StoreError} where not even that can be kept; the platform brings the event again
 */
export function createUpkeepWorker({ platform, adminToken, now, log }: Dependencies) {
  const runs = createUpkeepStore(platform.store);

  return async function work({ runId, slice: number }: UpkeepEvent): Promise<void> {
    const run = await runs.find();
    if (run?.runId !== runId || number < run.slice || isUpkeepOver(run)) return;
    const earlyMs = (run.waitingUntil ?? 0) - now();
    const isEarly = earlyMs > 0 && !(await runs.isCanceled(runId));
    const { run: next, waitMs } = isEarly ? { run, waitMs: earlyMs } : await goOn(run);
    if (isUpkeepOver(next)) await runs.save({ ...next, finishedAt: now(), movedAt: now() });
    else await handOver(next, waitMs);
  };

  /** The event first: of a job that is kept too late an event comes again, of one that has none nothing. */
  async function handOver(run: UpkeepRun, waitMs: number): Promise<void> {
    const slice = run.slice + 1;
    // A time that Jira named can be over by now.
    const delaySeconds = Math.max(0, Math.ceil(Math.min(waitMs, longestDelayMs) / 1000));
    await platform.refreshQueue.push({ kind: 'labels', runId: run.runId, slice }, { delaySeconds });
    const waitingUntil = waitMs > 0 ? now() + waitMs : undefined;
    await runs.save({ ...run, slice, movedAt: now(), waitingUntil });
  }

  async function goOn(run: UpkeepRun): Promise<AfterSlice> {
    const token = await adminToken.find();
    if (token === undefined) return { run: failed(run, upkeepTexts.tokenMissing), waitMs: 0 };
    const endsAt = now() + sliceMs;
    const budget = createCallBudget({ calls: run.calls, now, endsAt, callsPerWindow });
    const slice: UpkeepSlice = {
      jira: createBackgroundJira({ platform, now }),
      labels: createLabelBook(createMeteredClient(platform, budget, token)),
      workspaces: new Map(),
    };
    let current = run;
    while (!isUpkeepOver(current) && now() < endsAt) {
      current = await keep(current, budget);
      if (await runs.isCanceled(run.runId)) current = { ...current, phase: 'canceled' };
      else {
        try {
          current = await upkeepPage(slice, current);
        } catch (error) {
          if (error instanceof StoreError) throw error;
          if (!isWait(error)) log({ functionKey, phase: 'labels' }, error);
          return afterStop({ ...current, calls: budget.settled() }, error, now());
        }
      }
    }
    return { run: { ...current, calls: budget.settled() }, waitMs: 0 };
  }

  async function keep(run: UpkeepRun, budget: CallBudget): Promise<UpkeepRun> {
    const kept = { ...run, movedAt: now(), ...noWait, calls: budget.reserved() };
    await runs.save(kept);
    return kept;
  }
}

/** How a job goes on that an error stopped: after a wait, which grows while nothing goes well. */
function afterStop(run: UpkeepRun, error: unknown, now: number): AfterSlice {
  if (error instanceof OutOfCalls) {
    return { run, waitMs: waitForCalls(run.calls, now, callsPerWindow) };
  }
  if (error instanceof JiraAtRest) {
    return { run: { ...run, isWaitingForJira: true }, waitMs: error.until - now };
  }
  const failure = serviceFailureOf(error);
  if (failure?.kind === 'tokenRefused' || failure?.kind === 'cannotSend') {
    return { run: failed(run, failure.message), waitMs: 0 };
  }
  if (isJiraRefusal(error)) return { run: failed(run, upkeepTexts.jiraRefused), waitMs: 0 };
  const waitMs = waitsMs[run.setbacks];
  if (waitMs !== undefined) return { run: { ...run, setbacks: run.setbacks + 1 }, waitMs };
  if (error instanceof JiraError) return { run: failed(run, upkeepTexts.jiraDown), waitMs: 0 };
  const message = failure ? upkeepTexts.serviceDown : upkeepTexts.unexpected;
  return { run: failed(run, message), waitMs: 0 };
}

function failed(run: UpkeepRun, message: string): UpkeepRun {
  return { ...run, phase: 'failed', message };
}
