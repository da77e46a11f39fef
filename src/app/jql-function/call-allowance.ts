import type { KeyValueStore } from '../platform/storage';
import { createRest, createStrictCounter, type Take } from '../platform/strict-counter';
import type { Clock } from '../platform/platform';
import { functionTexts, QueryRefused } from './query-refused';

interface Dependencies {
  readonly store: KeyValueStore;
  readonly now: Clock;
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
/** The service is left alone no longer than this, whatever it asks for. */
export const maximumRestMs = 60 * minuteMs;

export type CallAllowance = ReturnType<typeof createCallAllowance>;

/**
 * How often and how long searches may call the service, all of a site together. Time that calls took
 * beyond what was expected is one more take, whether or not it fits.
 */
export function createCallAllowance({ store, now, onError }: Dependencies) {
  // Counts calls and milliseconds. Made anew for each search, which may be of another installation.
  const createUse = () =>
    createStrictCounter({
      ...{ store, now, purpose: 'search-use' },
      ...{ windowMs: minuteMs, limits: [callsPerMinute, timePerMinuteMs] },
    });
  const rest = createRest({ store, now, key: 'service-rest' });
  return {
    /**
     * Returns what `calls` does, which makes so many calls. Their time counts too. Where the storage
     * fails they are made uncounted.
     * @throws {QueryRefused} before any call is made, where too many were made or they took too long, or
     *   where the service asked to be left alone
     */
    take: async <Result>(count: number, calls: () => Promise<Result>): Promise<Result> => {
      const restMs = (await rest.findEnd().catch(logAndReturnZero)) - now();
      if (restMs > 0) throw new QueryRefused('SERVICE_BUSY', functionTexts.serviceBusy(restMs));
      const addUse = await takeRoom([count, count * expectedMs]);
      const begunAt = now();
      try {
        return await calls();
      } finally {
        const moreMs = now() - begunAt - count * expectedMs;
        if (moreMs > 0) await addUse([0, moreMs]).catch(onError);
      }
    },
    /**
     * Counts a search that waits for a person as one call, though none is made. Works also while the
     * service asked to be left alone.
     * @throws {QueryRefused} where too many were taken
     */
    async takeToWait(): Promise<void> {
      await takeRoom([1, 0]);
    },
    /** After the service refused a call: nothing asks it again for so long, or for a minute. */
    async leaveAlone(durationMs = minuteMs): Promise<void> {
      await rest.extend(now() + Math.min(durationMs, maximumRestMs)).catch(onError);
    },
  };

  /** Returns how to take more later. */
  async function takeRoom(use: readonly [number, number]) {
    const taken = await createUse()
      .take(use)
      .catch((error: unknown): Take => {
        onError(error);
        return { kind: 'taken', add: () => Promise.resolve() };
      });
    if (taken.kind === 'taken') return taken.add;
    throw new QueryRefused('TOO_MANY_SEARCHES', functionTexts.tooManySearches);
  }

  function logAndReturnZero(error: unknown): number {
    onError(error);
    return 0;
  }
}
