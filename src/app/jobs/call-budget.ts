import * as z from 'zod/mini';
import { createClient, singleAttempt, type Client, type Transport } from '../../api/client';
import type { CallPool, TakenCalls } from '../access/call-pool';
import { ServiceAddressMissing, type Platform } from '../platform/platform';
import { StoreError } from '../platform/storage';

const windowMs = 300_000;

/**
 * An invocation of the platform may send 100 requests in a minute: a slice sends no more in all,
 * whichever way that is counted. As half of a window it has room for any query.
 * @see https://developer.atlassian.com/platform/forge/limits-invocation/
 * @see docs/platform-assumptions.md, 50
 */
const callsPerSlice = 100;

/** No call is left to this slice. */
export class OutOfCalls extends Error {
  override readonly name = 'OutOfCalls';
  /** @param until others have used up what there is, in milliseconds since the epoch */
  constructor(readonly until = 0) {
    super();
  }
}

/** When the service was called, in milliseconds since the epoch, and how often. */
export const callTimes = z.array(z.tuple([z.number(), z.number()]));
type CallTimes = z.infer<typeof callTimes>;

export type CallBudget = ReturnType<typeof createCallBudget>;

interface Settings {
  /** In any 300 seconds. */
  readonly callsPerWindow: number;
  /** The calls of earlier slices. */
  readonly calls: CallTimes;
  readonly now: () => number;
  /** No call is made after it. */
  readonly endsAt: number;
  /** What the slice shares with all others who use the token. */
  readonly pool: CallPool;
}

/**
 * Limits how often one slice calls the service, so that no 300 seconds contain more calls than allowed. All
 * that it may send is taken from the pool before the first one: a query is never left half asked.
 */
export function createCallBudget(settings: Settings) {
  const { calls, now, endsAt, callsPerWindow, pool } = settings;
  const earlier = recent(calls, now());
  const granted = Math.max(0, Math.min(callsPerSlice, callsPerWindow - sumOf(earlier)));
  const times: number[] = [];
  let taken: Promise<TakenCalls> | undefined;

  return {
    has: (wanted: number) => granted - times.length >= wanted,
    /** Sends, and counts each request. @throws {OutOfCalls}, StoreError before it is sent */
    metered(transport: Transport): Transport {
      return async (path, request) => {
        if (times.length >= granted || now() >= endsAt) throw new OutOfCalls();
        times.push(now());
        try {
          await takeAll();
        } catch (error) {
          times.pop();
          throw error;
        }
        return transport(path, request);
      };
    },
    /** Gives back to the pool what wasn't sent, once the slice is over. @throws {StoreError} */
    async settle(): Promise<void> {
      const settled = await taken?.catch(() => undefined);
      if (settled?.kind !== 'taken') return;
      await settled.settle({ unsent: granted - times.length, sentAt: times });
    },
    /** To be saved while the slice runs: if it dies, every call that it was granted counts. */
    reserved: (): CallTimes => [...settled(), ...pairIf(endsAt, granted - times.length)],
    settled,
  };

  async function takeAll(): Promise<void> {
    taken ??= pool.take({ kind: 'background', endsAt }, granted);
    const result = await taken;
    if (result.kind === 'spent') throw new OutOfCalls(result.until);
  }

  function settled(): CallTimes {
    return [...recent(earlier, now()), ...bySecond(times)];
  }
}

export function createMeteredClient(
  platform: Pick<Platform, 'tokenTransport'>,
  budget: CallBudget,
  token: string,
): Client {
  return createClient({
    transport: budget.metered(async (path, request) =>
      platform.tokenTransport(token)(path, request),
    ),
    // The queue does the waiting: a function is paid for by the time it runs.
    retry: singleAttempt,
    isPassedThrough: (error) =>
      error instanceof OutOfCalls ||
      error instanceof ServiceAddressMissing ||
      error instanceof StoreError,
  });
}

/** How long until a whole slice of calls is free, in milliseconds. */
export function waitForCalls(calls: CallTimes, now: number, callsPerWindow: number): number {
  const kept = recent(calls, now).sort(([one], [other]) => one - other);
  let left = sumOf(kept);
  let waitMs = 0;
  for (const [time, count] of kept) {
    if (callsPerWindow - left >= callsPerSlice) break;
    left -= count;
    waitMs = time + windowMs - now;
  }
  return waitMs;
}

function recent(calls: CallTimes, now: number): CallTimes {
  return calls.filter(([time]) => time > now - windowMs);
}

/** In whole seconds, each counted at its end. */
function bySecond(times: readonly number[]): CallTimes {
  const counts = new Map<number, number>();
  for (const time of times) {
    const second = Math.ceil(time / 1000) * 1000;
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts];
}

function pairIf(time: number, count: number): CallTimes {
  return count > 0 ? [[time, count]] : [];
}

function sumOf(calls: CallTimes): number {
  return calls.reduce((total, [, count]) => total + count, 0);
}
