import {
  type CallPool,
  searchesPerMinute,
  type TakenCalls,
  type TokenCaller,
} from '../access/call-pool';
import type { KeyValueStore } from '../platform/storage';
import { createRest } from '../platform/strict-counter';
import type { Clock } from '../platform/platform';
import { functionTexts, QueryRefused } from './query-refused';

interface Dependencies {
  readonly pool: CallPool;
  readonly store: KeyValueStore;
  readonly now: Clock;
  readonly onError: (error: unknown) => void;
}

const minuteMs = 60_000;
/**
 * The service does one thing at a time for one token, so that the time of searches is limited, too. Calls
 * count as this long until they have an answer: more would refuse calls that take little time.
 */
const expectedMs = searchesPerMinute.durationMs / searchesPerMinute.calls;
/** The service is left alone no longer than this, whatever it asks for. */
export const maximumRestMs = 60 * minuteMs;

export type CallAllowance = ReturnType<typeof createCallAllowance>;

/**
 * How often and how long searches may call the service, all of a site together. Time that calls took
 * beyond what was expected is counted afterwards, whether or not it fits.
 */
export function createCallAllowance({ pool, store, now, onError }: Dependencies) {
  const rest = createRest({ store, now, key: 'service-rest' });
  return {
    /**
     * Returns what `send` does, which sends at most so many calls, and says so for each. Their time counts
     * too; those that it doesn't send are given back. Where the storage fails they are sent uncounted.
     * @throws {QueryRefused} before any call is sent, where too many were sent or they took too long, or
     *   where the service asked to be left alone
     */
    take: async <Result>(
      calls: number,
      send: (onSend: () => void) => Promise<Result>,
    ): Promise<Result> => {
      const restMs = (await rest.findEnd().catch(logAndReturnZero)) - now();
      if (restMs > 0) throw new QueryRefused('SERVICE_BUSY', functionTexts.serviceBusy(restMs));
      const settle = await takeRoom({ kind: 'search', durationMs: calls * expectedMs }, calls);
      const begunAt = now();
      let sent = 0;
      try {
        return await send(() => (sent += 1));
      } finally {
        const moreMs = Math.max(now() - begunAt, sent * expectedMs) - calls * expectedMs;
        await settle({ unsent: calls - sent, moreMs }).catch(onError);
      }
    },
    /**
     * Counts a search that waits for a person, for which nothing is sent. Works also while the service
     * asked to be left alone.
     * @throws {QueryRefused} where too many were taken
     */
    async takeToWait(): Promise<void> {
      await takeRoom({ kind: 'waiting' }, 1);
    },
    /** After the service refused a call: nothing asks it again for so long, or for a minute. */
    async leaveAlone(durationMs = minuteMs): Promise<void> {
      await rest.extend(now() + Math.min(durationMs, maximumRestMs)).catch(onError);
    },
  };

  /** Returns how to settle what was taken. */
  async function takeRoom(caller: TokenCaller, calls: number) {
    const taken = await pool.take(caller, calls).catch((error: unknown): TakenCalls => {
      onError(error);
      return { kind: 'taken', settle: () => Promise.resolve() };
    });
    if (taken.kind === 'taken') return taken.settle;
    throw new QueryRefused('TOO_MANY_SEARCHES', functionTexts.tooManySearches);
  }

  function logAndReturnZero(error: unknown): number {
    onError(error);
    return 0;
  }
}
