import { randomUUID } from 'node:crypto';
import type { Platform } from '../platform/platform';
import type { RefreshEvent } from './refresh-event';
import { factsOf, hasNotMoved, isAlive, isOver, newRun, type RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { RunFacts } from './run-facts';
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
  /** Has the refresh of the day begin, soon. @throws {StoreError} */
  requestDaily(): Promise<void>;
  /**
   * Begins the refresh of the day, unless it was done or is under way.
   * @returns false while another refresh is under way: it has to be asked for again
   * @throws {StoreError}
   */
  startDaily(): Promise<boolean>;
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
    requestDaily: () => push({ kind: 'daily' }),
    async startDaily() {
      const lastStart = await runs.findDailyStart();
      if (lastStart !== undefined && now() - lastStart <= dailyAgainMs) return true;
      const current = await runs.find();
      if (current && isAlive(current, now())) {
        // The app may have died before its first event was pushed; one more does no harm.
        if (hasNotMoved(current)) await pushSlice(current);
        return current.kind === 'daily';
      }
      await begin('daily', current);
      return true;
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

  function pushSlice({ runId, slice }: RefreshRun): Promise<void> {
    return push({ kind: 'slice', runId, slice });
  }

  async function begin(
    kind: RunFacts['kind'],
    previous: RefreshRun | undefined,
    hashes?: readonly string[],
  ): Promise<RunFacts> {
    const calls = previous?.calls ?? [];
    const run = newRun({ runId: randomUUID(), kind, hashes, now: now(), calls });
    await runs.save(run);
    try {
      await pushSlice(run);
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
