import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';

/** How often searches may call the service, all of a site together. */
export interface CallAllowance {
  /**
   * Takes calls before they are made. Where the storage fails they are made uncounted.
   * @throws {QueryRefused} where too many were taken, or the service asked to be left alone
   */
  readonly take: (count: number) => Promise<void>;
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
/** Nothing is left alone for longer, whatever the service asks for. */
export const longestRestMs = 60 * minuteMs;

const restKey = 'service-rest';
const rest = z.object({ until: z.number() });
const takenCalls = z.catch(z.number(), callsPerMinute);

/**
 * Each take is an entry of its own, written before the entries of its minute are counted: of takes
 * at the same time too many may be refused, and never too few: only who is refused takes its entry
 * back.
 * @see docs/platform-assumptions.md, 49
 */
export function createCallAllowance({ store, now, onError }: Dependencies): CallAllowance {
  return {
    async take(count) {
      const restMs = (await findRestEnd().catch(nothingBy)) - now();
      if (restMs > 0) throw new QueryRefused('SERVICE_BUSY', functionTexts.serviceBusy(restMs));
      await takeRoom(count);
    },
    takeToWait: () => takeRoom(1),
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

  async function takeRoom(count: number): Promise<void> {
    const taken = await countWith(count).catch(nothingBy);
    if (taken <= callsPerMinute) return;
    throw new QueryRefused('TOO_MANY_SEARCHES', functionTexts.tooManySearches);
  }

  async function countWith(count: number): Promise<number> {
    const prefix = `evaluation:${Math.floor(now() / minuteMs)}:`;
    const key = `${prefix}${randomUUID()}`;
    await store.set(key, count, { ttlSeconds: 120 });
    const { entries, nextCursor } = await store.list(prefix);
    const counted = entries.reduce((sum, { value }) => sum + takenCalls.parse(value), 0);
    const taken = nextCursor === undefined ? counted : Infinity;
    // What is refused makes no calls, and must not keep others from theirs.
    if (taken > callsPerMinute) await store.delete(key).catch(onError);
    return taken;
  }

  function nothingBy(error: unknown): number {
    onError(error);
    return 0;
  }
}
