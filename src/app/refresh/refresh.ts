import * as z from 'zod/mini';
import type { AdminToken } from '../access/admin-token';
import type { Clock, Platform } from '../platform/platform';
import { goodForMs, rightAtOf } from '../stored-queries/query-record';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { refreshTexts } from './refresh-texts';
import { findRun, newRun, type RefreshRun, saveRun } from './run';
import { foundTokenRefused, runFacts, type RunFacts } from './run-facts';
import { beginRun, isRunAlive, reportedRun } from '../jobs/sliced-job';

export const sliceKind = 'slice';

export const refreshEvent = z.discriminatedUnion('kind', [
  /** The refresh of the day is due. */
  z.object({ kind: z.literal('daily'), requestedAt: z.number() }),
  z.object({ kind: z.literal('all'), requestedAt: z.number() }),
  z.object({ kind: z.literal(sliceKind), runId: z.string(), slice: z.number() }),
  z.object({ kind: z.literal('forget'), hash: z.string(), attempt: z.number() }),
  /** Give searches what a person found with their own account. */
  z.object({ kind: z.literal('deliver'), hash: z.string(), attempt: z.number() }),
]);
export type RefreshEvent = z.infer<typeof refreshEvent>;
export type RunRequest = Extract<RefreshEvent, { kind: 'daily' | 'all' }>;

type Wanted =
  /** These queries, or everything, unless a refresh is under way. */
  | { readonly kind: 'now'; readonly hashes?: readonly string[] | undefined }
  /** Everything, at once or after the refresh that is under way. */
  | { readonly kind: 'all' }
  /** The refresh of the day: soon, and only once a day. */
  | { readonly kind: 'daily' };

type Requested =
  /** The refresh that began, or the one that was under way already. */
  | { readonly kind: 'started' | 'busy'; readonly run: RunFacts }
  /** It begins by itself. */
  | { readonly kind: 'queued' };

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue'>;
  readonly now: Clock;
}

/** What was found is kept by then. */
const deliveryDelaySeconds = 5;

export type Refresh = ReturnType<typeof createRefresh>;

/** What anyone may start; the queue's consumer does the work. Every call throws StoreError. */
export function createRefresh({ platform, now }: Dependencies) {
  const { store, refreshQueue } = platform;
  const push = (event: RefreshEvent) => refreshQueue.push(event);

  return {
    /** Asks for a refresh; there is one at a time. */
    async request(wanted: Wanted): Promise<Requested> {
      if (wanted.kind === 'now') {
        const current = await findRun(store);
        if (current && isRunAlive(current, now())) return { kind: 'busy', run: factsOf(current) };
        const { hashes } = wanted;
        const run = newRun({ kind: 'demand', hashes, now: now() }, current);
        return { kind: 'started', run: await begin(platform, run) };
      }
      const event = { kind: wanted.kind, requestedAt: now() };
      if (event.kind === 'all') {
        const begun = await startRequested({ platform, now }, event);
        if (begun.kind === 'started') return begun;
      }
      await push(event);
      return { kind: 'queued' };
    },
    /**
     * The refresh under way, or the last one; one whose events were lost has failed. Undefined before
     * the first.
     */
    async find(): Promise<RunFacts | undefined> {
      const run = await findRun(store);
      return run && factsOf(reportedRun(run, now(), refreshTexts.unexpected));
    },
    forget: (hash: string) => push({ kind: 'forget', hash, attempt: 1 }),
    /**
     * Gives what a person found with their own account to searches that Jira answers with a stored
     * error, some seconds later; others take it by themselves.
     */
    deliver: (hash: string) =>
      refreshQueue.push(
        { kind: 'deliver', hash, attempt: 1 },
        { delaySeconds: deliveryDelaySeconds },
      ),
  };
}

/** The schedule fires once every 24 hours, and occasionally twice. */
const dailyAgainMs = 20 * 60 * 60 * 1000;

/**
 * Begins what was asked for, unless it is done or under way.
 * @returns `busy` while another refresh is under way: it has to be asked for again
 * @throws {StoreError}
 */
export async function startRequested(
  { platform, now }: Dependencies,
  { kind, requestedAt }: RunRequest,
): Promise<{ kind: 'started'; run: RunFacts } | { kind: 'settled' | 'busy' }> {
  const current = await findRun(platform.store);
  const isDone =
    kind === 'daily' ? isOfThatDay(current, requestedAt) : isLater(current, requestedAt);
  if (isDone) return { kind: 'settled' };
  if (current && isRunAlive(current, now())) {
    // The app may have died before its first event was pushed; one more does no harm.
    if (!hasMoved(current)) {
      const { runId, slice } = current;
      await platform.refreshQueue.push({ kind: sliceKind, runId, slice });
    }
    return { kind: kind === 'daily' && current.kind === 'daily' ? 'settled' : 'busy' };
  }
  const beginning =
    kind === 'daily' ? ({ kind, requestedAt } as const) : ({ kind: 'demand' } as const);
  const run = await begin(platform, newRun({ ...beginning, now: now() }, current));
  return { kind: 'started', run };
}

function isOfThatDay(run: RefreshRun | undefined, requestedAt: number): boolean {
  const { dailyRequestedAt = -Infinity } = run ?? {};
  return requestedAt - dailyRequestedAt <= dailyAgainMs;
}

/** Whether everything is refreshed, or was, since it was asked for. */
function isLater(run: RefreshRun | undefined, requestedAt: number): boolean {
  return run !== undefined && !run.hashes && run.startedAt > requestedAt && hasMoved(run);
}

/** @throws {StoreError} */
async function begin(
  { store, refreshQueue: queue }: Dependencies['platform'],
  run: RefreshRun,
): Promise<RunFacts> {
  const save = (saved: RefreshRun) => saveRun(store, saved);
  await beginRun(run, { queue, kind: sliceKind, save, message: refreshTexts.unexpected });
  return factsOf(run);
}

function hasMoved({ movedAt }: RefreshRun): boolean {
  return movedAt !== undefined;
}

function factsOf(run: RefreshRun): RunFacts {
  return runFacts.parse(run);
}

interface ExpiryDependencies {
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly storedQueries: StoredQueries;
  readonly refresh: Pick<Refresh, 'find' | 'request'>;
  readonly now: Clock;
}

/** From this long after its end, a result is left to the daily refresh: Jira may no longer know it. */
const triedForMs = 3 * 60 * 60 * 1000;
/** As many as a run keeps in one value of the storage. */
const maximumExpiredAtOnce = 500;

/**
 * Begins a refresh of the queries whose results have expired, where no token refreshes them. That refresh
 * removes the results.
 * @throws {StoreError}
 */
export async function endResults(dependencies: ExpiryDependencies): Promise<void> {
  const { adminToken, storedQueries, refresh, now } = dependencies;
  const token = await adminToken.describe();
  if (token && !foundTokenRefused(await refresh.find(), token.setAt)) return;
  const lastRun = await storedQueries.findLastRun();
  const hashes: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await storedQueries.list(cursor);
    for (const { hash, row } of page.rows) {
      const overMs = row.result ? now() - rightAtOf(row.result, lastRun) - goodForMs : -1;
      if (overMs >= 0 && overMs < triedForMs) hashes.push(hash);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined && hashes.length < maximumExpiredAtOnce);
  if (hashes.length === 0) return;
  await refresh.request({ kind: 'now', hashes: hashes.slice(0, maximumExpiredAtOnce) });
}
