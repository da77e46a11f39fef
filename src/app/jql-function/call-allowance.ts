import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';

/** How often and how long searches may call the service, all of a site together. */
export interface CallAllowance {
  /**
   * Returns what `calls` does, which makes so many calls. Their time counts too. Where the storage fails they are made
   * uncounted.
   * @throws {QueryRefused} before any call is made, where too many were made or they took too long, or where the service
   *   asked to be left alone
   */
  readonly take: <Result>(count: number, calls: () => Promise<Result>) => Promise<Result>;
  /**
   * Counts a search that waits as one call, which nobody makes: it waits also while the service asked
   * to be left alone.
   * @throws {QueryRefused} where too many were taken
   */
  readonly takeToWait: () => Promise<void>;
  /** After the service refused a call: nothing asks it again for so long, or for a minute. */
  readonly leaveAlone: (durationMs: number | undefined) => Promise<void>;
}

interface Dependencies {
  readonly store: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const minuteMs = 60_000;
/**
 * A token may call 1,000 times in 300 s. Those touch six minutes: 600 calls are for searches, and
 * the refresh always has its 200. No more entries than one page of the storage holds.
 */
const callsPerMinute = 100;
/** The service does one thing at a time for one token: a third of the time is for searches. */
const timePerMinuteMs = 20_000;
/** Calls count as this long until they have an answer: more would refuse calls that take little time. */
const expectedMs = timePerMinuteMs / callsPerMinute;
/** Nothing is left alone for longer, whatever the service asks for. */
export const longestRestMs = 60 * minuteMs;

const restKey = 'service-rest';
const rest = z.object({ until: z.number() });
/** What one search took of a minute: calls, and milliseconds. What can't be read counts as all of it. */
const use = z.catch(z.tuple([z.number(), z.number()]), [callsPerMinute, timePerMinuteMs]);
type Use = z.infer<typeof use>;

/**
 * Each take is an entry of its own, written before the entries of its minute are counted: of takes
 * at the same time too many may be refused, and never too few: only who is refused takes its entry
 * back.
 * @see docs/platform-assumptions.md, 49
 */
export function createCallAllowance({ store, now, onError }: Dependencies): CallAllowance {
  return {
    async take(count, calls) {
      const restMs = (await findRestEnd().catch(nothingBy)) - now();
      if (restMs > 0) throw new QueryRefused('SERVICE_BUSY', functionTexts.serviceBusy(restMs));
      const key = await takeRoom([count, count * expectedMs]);
      const begunAt = now();
      try {
        return await calls();
      } finally {
        const ms = now() - begunAt;
        if (ms > count * expectedMs) await keepUse(key, [count, ms]).catch(onError);
      }
    },
    takeToWait: async () => {
      await takeRoom([1, 0]);
    },
    async leaveAlone(durationMs = minuteMs) {
      const restMs = Math.min(durationMs, longestRestMs);
      const ttlSeconds = Math.ceil(restMs / 1000) + 1;
      const until = now() + restMs;
      try {
        if ((await findRestEnd()) < until) await store.set(restKey, { until }, { ttlSeconds });
      } catch (error) {
        onError(error);
      }
    },
  };

  async function findRestEnd(): Promise<number> {
    return rest.safeParse(await store.find(restKey)).data?.until ?? 0;
  }

  /** Returns the key of what was taken. */
  async function takeRoom(taken: Use): Promise<string> {
    const prefix = `search-use:${Math.floor(now() / minuteMs)}:`;
    const key = `${prefix}${randomUUID()}`;
    try {
      await keepUse(key, taken);
      if (await hasRoom(prefix)) return key;
    } catch (error) {
      onError(error);
      return key;
    }
    // What is refused makes no calls, and must not keep others from theirs.
    await store.delete(key).catch(onError);
    throw new QueryRefused('TOO_MANY_SEARCHES', functionTexts.tooManySearches);
  }

  /** Whether all that was taken of a minute is no more than there is. */
  async function hasRoom(prefix: string): Promise<boolean> {
    const { entries, nextCursor } = await store.list(prefix);
    const uses = entries.map(({ value }) => use.parse(value));
    const calls = uses.reduce((sum, [taken]) => sum + taken, 0);
    const ms = uses.reduce((sum, [, taken]) => sum + taken, 0);
    return nextCursor === undefined && calls <= callsPerMinute && ms <= timePerMinuteMs;
  }

  function keepUse(key: string, taken: Use): Promise<void> {
    return store.set(key, taken, { ttlSeconds: 120 });
  }

  function nothingBy(error: unknown): number {
    onError(error);
    return 0;
  }
}
