import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  createClient,
  everyEntry,
  type ClientOptions,
  type ServiceError,
  type Transport,
  type TransportResponse,
} from '../../../src/api/client';
import { manualClock } from './manual-clock';
import { errorOf, objectId, pageOfEntries, response, sampleObject, workspaceId } from './samples';
import fc from '../../support/property-testing';

const never = new Promise<never>(() => undefined);

function setUp(transport: Transport, options: Partial<ClientOptions> = {}) {
  const clock = manualClock();
  const startedAtMs = clock.now();
  const attemptsAtMs: number[] = [];
  const client = createClient({
    transport: (path, request) => {
      attemptsAtMs.push(clock.now() - startedAtMs);
      return transport(path, request);
    },
    clock,
    random: () => 0.5,
    ...options,
  });
  const objects = client.inWorkspace(workspaceId).objects;
  return { clock, client, objects, attemptsAtMs, elapsedMs: () => clock.now() - startedAtMs };
}

describe('the deadline', () => {
  const stuckTransports: Record<string, Transport> = {
    'never answers and ignores the signal': () => never,
    'never ends the body and ignores the signal': () =>
      Promise.resolve({ ...response(200), text: () => never }),
    'rejects with an error of its own when aborted': (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('socket hang up')));
      }),
  };

  test.each(Object.entries(stuckTransports))(
    'ends a call after 8 s whose transport %s',
    async (_, transport) => {
      const { clock, objects, elapsedMs, attemptsAtMs } = setUp(transport);
      const error = await clock.runUntilSettled(errorOf(objects.get(objectId)));
      expect(error).toMatchObject({
        code: 'timeout',
        message: 'The service did not answer within 8 seconds. Try again in a moment.',
      });
      expect(elapsedMs()).toBe(8_000);
      expect(attemptsAtMs).toEqual([0]);
    },
  );

  test('covers the second attempt and the wait before it', async () => {
    const replies: Promise<TransportResponse>[] = [Promise.resolve(response(503)), never];
    const { clock, objects, elapsedMs, attemptsAtMs } = setUp(() => replies.shift() ?? never);
    const error = await clock.runUntilSettled(errorOf(objects.get(objectId)));
    expect(error).toHaveProperty('code', 'timeout');
    expect(attemptsAtMs).toEqual([0, 500]);
    expect(elapsedMs()).toBe(8_000);
  });

  test('gives up at once where the service asks for a longer wait than is left', async () => {
    const { clock, objects, elapsedMs } = setUp(() =>
      Promise.resolve(response(429, '', { 'retry-after': '300' })),
    );
    const error = await clock.runUntilSettled(errorOf(objects.get(objectId)));
    expect(error).toMatchObject({
      code: 'rateLimited',
      retryAfterMs: 300_000,
      message: 'The service is receiving too many requests. Try again in 5 minutes.',
    });
    expect(elapsedMs()).toBe(0);
  });

  test('leaves no timer and no listener behind after a success', async () => {
    const { clock, objects } = setUp(() => Promise.resolve(response(200, sampleObject)));
    const { signal } = new AbortController();
    await objects.get(objectId, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.pendingCount()).toBe(0);
  });
});

describe('waits between attempts', () => {
  const retry = { maximumAttempts: 6, baseDelayMs: 1_000, maximumDelayMs: 4_000 };

  test('grow up to the longest delay', async () => {
    const { clock, objects, attemptsAtMs } = setUp(() => Promise.resolve(response(503)), {
      retry,
      timeoutMs: 60_000,
    });
    await clock.runUntilSettled(errorOf(objects.get(objectId)));
    expect(attemptsAtMs).toEqual([0, 500, 1_500, 3_500, 5_500, 7_500]);
  });

  test('never undercut Retry-After and never pass the deadline', async () => {
    const scenario = fc.record({
      timeoutMs: fc.integer({ min: 1, max: 120_000 }),
      retryAfterSeconds: fc.array(fc.option(fc.nat(100)), { minLength: 1, maxLength: 8 }),
      asDate: fc.boolean(),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      baseDelayMs: fc.nat(20_000),
    });
    await fc.assert(
      fc.asyncProperty(
        scenario,
        async ({ timeoutMs, retryAfterSeconds, asDate, random, baseDelayMs }) => {
          const askedMs: number[] = [];
          const setting = setUp(
            () => {
              const seconds = retryAfterSeconds[askedMs.length % retryAfterSeconds.length] ?? null;
              const nowMs = setting.clock.now();
              const untilMs = Math.ceil((nowMs + (seconds ?? 0) * 1_000) / 1_000) * 1_000;
              askedMs.push(seconds === null ? 0 : asDate ? untilMs - nowMs : seconds * 1_000);
              const header = asDate ? new Date(untilMs).toUTCString() : String(seconds);
              return Promise.resolve(
                response(429, '', seconds === null ? {} : { 'retry-after': header }),
              );
            },
            {
              timeoutMs,
              random: () => random,
              retry: { maximumAttempts: 8, baseDelayMs, maximumDelayMs: 30_000 },
            },
          );
          const { clock, objects, attemptsAtMs } = setting;
          const error = await clock.runUntilSettled(errorOf(objects.get(objectId)));

          expect((error as ServiceError).code).toBe('rateLimited');
          expect(setting.elapsedMs()).toBeLessThan(timeoutMs);
          expect(attemptsAtMs.length).toBeLessThanOrEqual(8);
          attemptsAtMs.slice(1).forEach((atMs, index) => {
            expect(atMs - attemptsAtMs[index]!).toBeGreaterThanOrEqual(askedMs[index]! - 1e-6);
          });
        },
      ),
      {
        examples: [
          [
            {
              timeoutMs: 12,
              retryAfterSeconds: [null],
              asDate: false,
              random: 0.9999898274739583,
              baseDelayMs: 12,
            },
          ],
        ],
      },
    );
  });
});

describe("the caller's signal", () => {
  test('prevents a call when it is aborted already', async () => {
    const { objects, attemptsAtMs } = setUp(() => never);
    const error = await errorOf(objects.get(objectId, { signal: AbortSignal.abort('gone') }));
    expect(error).toMatchObject({ code: 'aborted', cause: 'gone' });
    expect(attemptsAtMs).toEqual([]);
  });

  const moments: Record<string, Transport> = {
    'while the request is under way': () => never,
    'while the body is read': () => Promise.resolve({ ...response(200), text: () => never }),
    'while it waits for the second attempt': () => Promise.resolve(response(503)),
  };

  test.each(Object.entries(moments))('ends a call %s, at once', async (_, transport) => {
    const { clock, objects, attemptsAtMs, elapsedMs } = setUp(transport);
    const caller = new AbortController();
    const failure = errorOf(objects.get(objectId, { signal: caller.signal }));
    await new Promise(setImmediate);
    caller.abort();
    expect(await failure).toHaveProperty('code', 'aborted');
    expect(attemptsAtMs).toEqual([0]);
    expect(elapsedMs()).toBe(0);
    expect(clock.pendingCount()).toBe(0);
  });

  test('reaches the transport', async () => {
    let seen: AbortSignal | undefined;
    const { objects } = setUp((_, { signal }) => {
      seen = signal;
      return never;
    });
    const caller = new AbortController();
    const failure = errorOf(objects.get(objectId, { signal: caller.signal }));
    caller.abort();
    await failure;
    expect(seen?.aborted).toBe(true);
  });

  test('ends an iteration between two pages', async () => {
    const caller = new AbortController();
    const firstPage = pageOfEntries([sampleObject], false, 2);
    const { objects, attemptsAtMs } = setUp(() => Promise.resolve(response(200, firstPage)));
    const entries = everyEntry((page) =>
      objects.search({ query: '', ...page }, { signal: caller.signal }),
    );
    await entries.next();
    caller.abort();
    expect(await errorOf(entries.next())).toHaveProperty('code', 'aborted');
    expect(attemptsAtMs).toEqual([0]);
  });
});

describe('errors with a meaning of their own', () => {
  class ConsentNeeded extends Error {}

  test('pass through untouched and are not retried', async () => {
    const consentNeeded = new ConsentNeeded();
    const { objects, attemptsAtMs } = setUp(() => Promise.reject(consentNeeded), {
      isPassedThrough: (error) => error instanceof ConsentNeeded,
    });
    expect(await errorOf(objects.get(objectId))).toBe(consentNeeded);
    expect(attemptsAtMs).toEqual([0]);
  });

  test('are a lost connection where nobody claims them, with their cause', async () => {
    const { clock, objects, attemptsAtMs } = setUp(() => Promise.reject(new Error('tunnel gone')));
    const error = await clock.runUntilSettled(errorOf(objects.get(objectId)));
    expect(error).toMatchObject({ code: 'unavailable', cause: { message: 'tunnel gone' } });
    expect(attemptsAtMs).toHaveLength(2);
  });
});
