import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';

interface Dependencies {
  readonly store: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const minuteMs = 60_000;
/**
 * A token may call 1,000 times in 300 s. Those touch six minutes: 600 calls are for searches, and
 * the refresh always has its 200.
 */
const callsPerMinute = 100;
/** The service does one thing at a time for one token: a third of the time is for searches. */
const timePerMinuteMs = 20_000;
/** Calls count as this long until they have an answer: more would refuse calls that take little time. */
const expectedMs = timePerMinuteMs / callsPerMinute;
/** Nothing is left alone for longer, whatever the service asks for. */
export const longestRestMs = 60 * minuteMs;

const restKey = 'service-rest';
const rest = z.object({ version: z.literal(1), until: z.number() });
/** What is used up of a minute: calls, and milliseconds. */
type Use = [number, number];
const everything: Use = [callsPerMinute, timePerMinuteMs];
const take = z.object({ version: z.literal(1), taken: z.tuple([z.number(), z.number()]) });

export type CallAllowance = ReturnType<typeof createCallAllowance>;

/**
 * How often and how long searches may call the service, all of a site together. Time that calls took
 * beyond what was expected is one more take, whether or not it fits.
 */
export function createCallAllowance({ store, now, onError }: Dependencies) {
  const append = createTakes(store);
  return {
    /**
     * Returns what `calls` does, which makes so many calls. Their time counts too. Where the storage
     * fails they are made uncounted.
     * @throws {QueryRefused} before any call is made, where too many were made or they took too long, or
     *   where the service asked to be left alone
     */
    take: async <Result>(count: number, calls: () => Promise<Result>): Promise<Result> => {
      const restMs = (await findRestEnd().catch(nothingBy)) - now();
      if (restMs > 0) throw new QueryRefused('SERVICE_BUSY', functionTexts.serviceBusy(restMs));
      const prefix = await takeRoom([count, count * expectedMs]);
      const begunAt = now();
      try {
        return await calls();
      } finally {
        const moreMs = now() - begunAt - count * expectedMs;
        if (moreMs > 0) await append(prefix, [0, moreMs], () => true).catch(onError);
      }
    },
    /**
     * Counts a search that waits as one call, which nobody makes: it waits also while the service asked
     * to be left alone.
     * @throws {QueryRefused} where too many were taken
     */
    async takeToWait(): Promise<void> {
      await takeRoom([1, 0]);
    },
    /** After the service refused a call: nothing asks it again for so long, or for a minute. */
    async leaveAlone(durationMs = minuteMs): Promise<void> {
      const restMs = Math.min(durationMs, longestRestMs);
      const ttlSeconds = Math.ceil(restMs / 1000) + 1;
      const until = now() + restMs;
      try {
        if ((await findRestEnd()) < until) {
          await store.set(restKey, { version: 1, until }, { ttlSeconds });
        }
      } catch (error) {
        onError(error);
      }
    },
  };

  async function findRestEnd(): Promise<number> {
    return rest.safeParse(await store.find(restKey)).data?.until ?? 0;
  }

  /** Returns the minute of which it was taken, as the beginning of its keys. */
  async function takeRoom(use: Use): Promise<string> {
    const prefix = `search-use:${Math.floor(now() / minuteMs)}:`;
    const isTaken = await append(prefix, use, fits).catch((error: unknown) => {
      onError(error);
      return true;
    });
    if (isTaken) return prefix;
    throw new QueryRefused('TOO_MANY_SEARCHES', functionTexts.tooManySearches);
  }

  function nothingBy(error: unknown): number {
    onError(error);
    return 0;
  }
}

/**
 * Takes calls of a minute by the beginning of its keys; returns whether `isAllowed` let it. Takes are
 * numbered from 0, without a gap: each says what is taken with it, and gets the first free number,
 * which of several at once only one gets. So never more is taken than there is.
 * @see docs/platform-assumptions.md, 49 and 53
 */
function createTakes(store: KeyValueStore) {
  return async function append(
    prefix: string,
    [calls, ms]: Use,
    isAllowed: (taken: Use) => boolean,
  ): Promise<boolean> {
    let { next, taken } = await findLast(prefix);
    for (;;) {
      const sum: Use = [taken[0] + calls, taken[1] + ms];
      if (!isAllowed(sum)) return false;
      const row = { version: 1, taken: sum };
      if (await store.setIfAbsent(`${prefix}${next}`, row, { ttlSeconds: 120 })) return true;
      taken = (await findTaken(prefix, next)) ?? everything;
      next += 1;
    }
  };

  /** The first free number, and what is taken before it: looked for with longer and longer steps. */
  async function findLast(prefix: string): Promise<{ next: number; taken: Use }> {
    let before = -1;
    let taken: Use = [0, 0];
    for (let step = 1; step > 0;) {
      const found = await findTaken(prefix, before + step);
      if (found === undefined) step = step === 1 ? 0 : Math.floor(step / 2);
      else [before, taken, step] = [before + step, found, step * 2];
    }
    return { next: before + 1, taken };
  }

  /** Undefined where the number is free; what can't be read takes all. */
  async function findTaken(prefix: string, number: number): Promise<Use | undefined> {
    const row = await store.find(`${prefix}${number}`);
    return row === undefined ? undefined : (take.safeParse(row).data?.taken ?? everything);
  }
}

function fits([calls, ms]: Use): boolean {
  return calls <= callsPerMinute && ms <= timePerMinuteMs;
}
