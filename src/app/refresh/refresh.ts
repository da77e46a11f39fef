import { randomUUID } from 'node:crypto';
import type { Platform } from '../platform/platform';
import type { RefreshEvent } from './refresh-event';
import { factsOf, isAlive, isOver, newRun, type RefreshRun, type RunFacts } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import { createRunStore, type LastRun } from './run-store';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The refresh that began, or the one that was under way already. */
export interface Start {
  readonly kind: 'started' | 'busy';
  readonly run: RunFacts;
}

/** What anyone may set going: the work itself is done by the queue's consumer. */
export interface Refresh {
  /**
   * Begins a refresh of these queries, or of all. While one is under way no other begins.
   * @throws {StoreError}
   */
  start(hashes?: readonly string[]): Promise<Start>;
  /**
   * Begins the refresh of the day, unless it was done: while another one is under way, after that.
   * @throws {StoreError}
   */
  startDaily(): Promise<void>;
  /**
   * The refresh under way, or the last one; one that died without a word has failed. Undefined before
   * the first.
   * @throws {StoreError}
   */
  find(): Promise<RunFacts | undefined>;
  /**
   * The last refresh of everything that asked the service and came to its end: what it left as it
   * was is as fresh as its beginning. Undefined before the first.
   * @throws {StoreError}
   */
  findLast(): Promise<LastRun | undefined>;
  /** When the last daily refresh that came to its end began; undefined before. @throws {StoreError} */
  findDailyStart(): Promise<number | undefined>;
  /** Takes the stored result of a query away, soon. @throws {StoreError} */
  forget(hash: string): Promise<void>;
  /**
   * Gives what a person found with their own account to searches that Jira answers with a stored
   * error, soon; others take it by themselves.
   * @throws {StoreError}
   */
  deliver(hash: string): Promise<void>;
}

/** The schedule comes once in 24 hours, now and then twice. */
const dailyAgainMs = 20 * 60 * 60 * 1000;

export function createRefresh({ platform, now }: Dependencies): Refresh {
  const { refreshQueue } = platform;
  const runs = createRunStore(platform.store);
  const push = (event: RefreshEvent) => refreshQueue.push(event);

  return {
    async start(hashes) {
      const current = await runs.find();
      if (current && isAlive(current, now())) {
        return { kind: 'busy', run: factsOf(current) };
      }
      return { kind: 'started', run: await begin('demand', current, hashes) };
    },
    async startDaily() {
      const current = await runs.find();
      const lastStart = await runs.findDailyStart();
      const isDue = lastStart === undefined || now() - lastStart > dailyAgainMs;
      if (isDue && current && isAlive(current, now())) {
        if (current.kind !== 'daily') await runs.saveDailyDue();
        return;
      }
      if (isDue) await begin('daily', current);
      if (await runs.isDailyDue()) await runs.deleteDailyDue();
    },
    async find() {
      const run = await runs.find();
      return run && toldOf(run, now());
    },
    findLast: () => runs.findLast(),
    findDailyStart: () => runs.findDailyStart(),
    forget: (hash) => push({ kind: 'forget', hash, attempt: 1 }),
    deliver: (hash) => push({ kind: 'deliver', hash, attempt: 1 }),
  };

  async function begin(
    kind: RunFacts['kind'],
    previous: RefreshRun | undefined,
    hashes?: readonly string[],
  ): Promise<RunFacts> {
    const calls = previous?.calls ?? [];
    const run = newRun({ runId: randomUUID(), kind, hashes, now: now(), calls });
    await runs.save(run);
    try {
      await push({ kind: 'slice', runId: run.runId, slice: run.slice });
    } catch (error) {
      const message = refreshTexts.unexpected;
      await runs.save({ ...run, phase: 'failed', message, finishedAt: now() });
      throw error;
    }
    return factsOf(run);
  }
}

/** A run of which nothing can be left is told of as failed: nothing else will end it. */
function toldOf(run: RefreshRun, now: number): RunFacts {
  if (isOver(run) || isAlive(run, now)) return factsOf(run);
  const message = refreshTexts.unexpected;
  return { ...factsOf(run), phase: 'failed', message, finishedAt: run.movedAt };
}
