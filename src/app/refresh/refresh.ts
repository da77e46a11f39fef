import type { Platform } from '../platform/platform';
import { createBeginRun, pushSlice } from './begin-run';
import type { RefreshEvent } from './refresh-event';
import { factsOf, hasNotMoved, isAlive, isOver, type RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { RunFacts } from './run-facts';
import { createRunStore } from './run-store';

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
  /** Has everything be refreshed, at once or after the refresh that is under way. @throws {StoreError} */
  requestAll(): Promise<void>;
  /**
   * Begins a refresh of everything, unless one began since that time.
   * @param requestedAt in milliseconds since the epoch
   * @returns false while another refresh is under way: it has to be asked for again
   * @throws {StoreError}
   */
  startAll(requestedAt: number): Promise<boolean>;
  /** Has the refresh of the day begin, soon. @throws {StoreError} */
  requestDaily(): Promise<void>;
  /**
   * Begins the refresh of a day, unless that was done or is under way.
   * @param requestedAt when the schedule came, in milliseconds since the epoch
   * @returns false while another refresh is under way: it has to be asked for again
   * @throws {StoreError}
   */
  startDaily(requestedAt: number): Promise<boolean>;
  /**
   * The refresh under way, or the last one; one that died without a word has failed. Undefined before
   * the first.
   * @throws {StoreError}
   */
  find(): Promise<RunFacts | undefined>;
  /** When the schedule came for the last daily refresh that came to its end; undefined before. @throws {StoreError} */
  findDailyRequest(): Promise<number | undefined>;
  /** Takes the stored result of a query away, soon. @throws {StoreError} */
  forget(hash: string): Promise<void>;
  /**
   * Gives what a person found with their own account to searches that Jira answers with a stored
   * error, some seconds later; others take it by themselves.
   * @throws {StoreError}
   */
  deliver(hash: string): Promise<void>;
}

/** What was found is kept by then. */
const delaySeconds = 5;

/** The schedule comes once in 24 hours, now and then twice. */
const dailyAgainMs = 20 * 60 * 60 * 1000;

export function createRefresh({ platform, now }: Dependencies): Refresh {
  const { refreshQueue } = platform;
  const runs = createRunStore(platform.store);
  const push = (event: RefreshEvent) => refreshQueue.push(event);
  const begin = createBeginRun({ runs, refreshQueue, now });

  return {
    async start(hashes) {
      const current = await runs.find();
      if (current && isAlive(current, now())) {
        return { kind: 'busy', run: factsOf(current) };
      }
      return { kind: 'started', run: await begin('demand', current, { hashes }) };
    },
    async requestAll() {
      const requestedAt = now();
      if (!(await startAll(requestedAt))) await push({ kind: 'all', requestedAt });
    },
    startAll,
    requestDaily: () => push({ kind: 'daily', requestedAt: now() }),
    async startDaily(requestedAt) {
      const lastRequest = await runs.findDailyRequest();
      if (lastRequest !== undefined && requestedAt - lastRequest <= dailyAgainMs) return true;
      const current = await runs.find();
      if (current && isAlive(current, now())) {
        await pushFirst(current);
        return current.kind === 'daily';
      }
      await begin('daily', current, { requestedAt });
      return true;
    },
    async find() {
      const run = await runs.find();
      return run && toldOf(run, now());
    },
    findDailyRequest: () => runs.findDailyRequest(),
    forget: (hash) => push({ kind: 'forget', hash, attempt: 1 }),
    deliver: (hash) => refreshQueue.push({ kind: 'deliver', hash, attempt: 1 }, { delaySeconds }),
  };

  /** The app may have died before its first event was pushed; one more does no harm. */
  async function pushFirst(run: RefreshRun): Promise<void> {
    if (hasNotMoved(run)) await pushSlice(refreshQueue, run);
  }

  async function startAll(requestedAt: number): Promise<boolean> {
    const current = await runs.find();
    const isMeant = current && !current.hashes && current.startedAt > requestedAt;
    if (isMeant && !hasNotMoved(current)) return true;
    if (current && isAlive(current, now())) {
      await pushFirst(current);
      return false;
    }
    await begin('demand', current, {});
    return true;
  }
}

/** A run of which nothing can be left is told of as failed: nothing else will end it. */
function toldOf(run: RefreshRun, now: number): RunFacts {
  if (isOver(run) || isAlive(run, now)) return factsOf(run);
  const message = refreshTexts.unexpected;
  return { ...factsOf(run), phase: 'failed', message, finishedAt: run.movedAt };
}
