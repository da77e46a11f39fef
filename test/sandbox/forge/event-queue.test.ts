import type { AsyncEvent } from '@forge/events';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleLine } from '../../../src/sandbox/forge/function-runner';
import { memoryStateFile } from '../support/memory-files';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  failureInApp,
  inApp,
  play,
} from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

let sandbox: Sandbox;
let timers: ManualTimers;
let lines: ConsoleLine[];
/** What the consumer got, and how many seconds after the start of the test. */
let seen: { event: AsyncEvent; atSeconds: number }[];

beforeEach(async () => {
  timers = new ManualTimers();
  lines = [];
  seen = [];
  sandbox = await createBackgroundSandbox({ timers, onConsole: (line) => lines.push(line) });
  await play({ consume: note });
});

const startMs = new ManualTimers().now().getTime();
const note = (event: AsyncEvent) => {
  seen.push({ event, atSeconds: Math.round((Date.now() - startMs) / 1000) });
};
const advance = (durationMs: number) => sandbox.host.advance(durationMs, { schedules: false });
const push = (events: object | object[]) =>
  inApp(sandbox, (sdk) => sdk.push(events as Parameters<typeof sdk.push>[0]));
const bodies = () => seen.map(({ event }) => event.body);
const times = () => seen.map(({ atSeconds }) => atSeconds);

describe('An event', () => {
  test('comes to the consumer of its queue, in nobody’s name', async () => {
    const contexts: unknown[] = [];
    await play({
      consume: (event, context) => {
        note(event);
        contexts.push(context);
      },
    });
    const { jobId } = await push({ body: { page: 1 } });
    await advance(0);
    expect(seen).toEqual([
      {
        event: {
          body: { page: 1 },
          jobId,
          queueName: 'work',
          eventId: expect.any(String) as unknown,
        },
        atSeconds: 0,
      },
    ]);
    expect(contexts).toEqual([
      expect.not.objectContaining({ principal: expect.anything() as unknown }),
    ]);
  });

  test('that is delayed comes at its time, after what is due before', async () => {
    await push([
      { body: { name: 'later' }, delayInSeconds: 900 },
      { body: { name: 'soon' }, delayInSeconds: 30 },
    ]);
    await advance(29 * secondMs);
    expect(seen).toEqual([]);
    await advance(15 * minuteMs);
    expect(bodies()).toEqual([{ name: 'soon' }, { name: 'later' }]);
    expect(times()).toEqual([30, 900]);
  });

  test('that its consumer pushes comes in turn', async () => {
    await play({
      consume: async (event, _context, sdk) => {
        note(event);
        const round = Number(event.body.round);
        if (round < 3) await sdk.push({ body: { round: round + 1 }, delayInSeconds: 60 });
      },
    });
    await push({ body: { round: 1 } });
    await advance(10 * minuteMs);
    expect(times()).toEqual([0, 60, 120]);
  });

  test('comes in the machine’s time once the background is started', async () => {
    sandbox.host.background.start();
    await push([{ body: { name: 'now' } }, { body: { name: 'later' }, delayInSeconds: 5 }]);
    await expect.poll(bodies).toEqual([{ name: 'now' }]);
    timers.advance(5 * secondMs);
    await expect.poll(bodies).toEqual([{ name: 'now' }, { name: 'later' }]);
    sandbox.host.background.stop();
  });
});

describe('A consumer that fails', () => {
  const failing = (times: number, fail: () => unknown) =>
    play({
      consume: (event) => {
        note(event);
        return seen.length <= times ? fail() : undefined;
      },
    });

  test('gets the event again, at growing distances of at most 15 minutes', async () => {
    await failing(13, () => Promise.reject(new Error('no luck')));
    await push({ body: {} });
    await advance(24 * hourMs);
    const distances = times().map((time, index) => time - (times()[index - 1] ?? 0));
    expect(distances).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    expect(lines).toHaveLength(13);
    expect(lines[0]).toMatchObject({
      functionKey: 'work',
      text: expect.stringContaining('no luck') as unknown,
    });
  });

  test('may ask for a time', async () => {
    await play({
      consume: (event, _context, sdk) => {
        note(event);
        if (seen.length > 1) return undefined;
        return new sdk.InvocationError({
          retryAfter: 300,
          retryReason: sdk.InvocationErrorCode.FUNCTION_UPSTREAM_RATE_LIMITED,
        });
      },
    });
    await push({ body: {} });
    await advance(hourMs);
    expect(times()).toEqual([0, 300]);
  });

  test('waits 15 minutes at most, and its event is dropped after 24 hours', async () => {
    await play({
      consume: (event) => {
        note(event);
        return { _retry: true, retryOptions: { retryAfter: 10_000 } };
      },
    });
    await push({ body: {} });
    await advance(30 * hourMs);
    expect(times()).toEqual(Array.from({ length: 97 }, (_, index) => index * 900));
  });

  test.each([
    [undefined, 55],
    [300, 300],
  ])('because it took too long gets it again: with %s seconds given', async (given, seconds) => {
    const manifest = backgroundManifest({
      ...(given !== undefined && { timeoutSeconds: given }),
    });
    sandbox = await createBackgroundSandbox({ timers, manifest });
    sandbox.host.background.start();
    await failing(1, () => new Promise(() => undefined));
    await push({ body: {} });
    await expect.poll(() => seen).toHaveLength(1);
    timers.advance(seconds * secondMs - 1);
    timers.advance(1);
    await expect.poll(() => timers.waitingCount).toBe(1);
    timers.advance(secondMs);
    await expect.poll(() => seen).toHaveLength(2);
    sandbox.host.background.stop();
  });
});

describe('Concurrency', () => {
  test.each([
    [undefined, 3],
    [{ key: 'refresh', limit: 1 }, 1],
    [{ key: 'refresh', limit: 2 }, 2],
  ])('of %j lets %i events be worked on at once', async (concurrency, expected) => {
    const finish: (() => void)[] = [];
    await play({
      consume: (event) => {
        note(event);
        return new Promise<void>((resolve) => finish.push(resolve));
      },
    });
    sandbox.host.background.start();
    await push([1, 2, 3].map((page) => ({ body: { page }, concurrency })));
    await expect.poll(() => seen).toHaveLength(expected);
    for (let done = 0; done < 3; done += 1) {
      await expect.poll(() => finish.length).toBeGreaterThan(done);
      expect(seen.length - done).toBeLessThanOrEqual(expected);
      finish[done]?.();
    }
    await expect.poll(() => bodies()).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }]);
    sandbox.host.background.stop();
  });
});

test.each(['getStats', 'cancel'] as const)('%s of a job is not modelled', async (method) => {
  const { jobId } = await push({ body: {} });
  expect(await failureInApp(sandbox, ({ queue }) => queue[method](jobId))).toMatchObject({
    message: expect.stringMatching(/^501 .*does not model/) as unknown,
  });
});

describe('A restart', () => {
  const files = () => ({ queue: memoryStateFile() });

  test('loses no event, and delivers again what was being worked on', async () => {
    const kept = files();
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await play({
      consume: (event) => {
        note(event);
        return new Promise(() => undefined);
      },
    });
    sandbox.host.background.start();
    await push([{ body: { name: 'begun' } }, { body: { name: 'waiting' }, delayInSeconds: 60 }]);
    await expect.poll(() => seen).toHaveLength(1);
    sandbox.host.background.stop();

    await play({ consume: note });
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await advance(minuteMs);
    expect(bodies()).toEqual([{ name: 'begun' }, { name: 'begun' }, { name: 'waiting' }]);
  });

  test('a day later drops what is past its time', async () => {
    const kept = files();
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await push({ body: {} });
    timers.advance(24 * hourMs + 1);
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await advance(0);
    expect(seen).toEqual([]);
  });

  test('after a reset finds nothing', async () => {
    const kept = files();
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await push({ body: {} });
    await sandbox.reset();
    await advance(hourMs);
    sandbox = await createBackgroundSandbox({ timers, files: kept });
    await advance(hourMs);
    expect(seen).toEqual([]);
  });
});

describe('A push', () => {
  const events = (count: number, text = '') =>
    Array.from({ length: count }, () => ({ body: { text } }));
  const failureOf = (pushed: object | object[]) =>
    failureInApp(sandbox, (sdk) => sdk.push(pushed as Parameters<typeof sdk.push>[0]));

  test.each([
    ['more than 50 events', events(51), 'more than the 50 events'],
    ['more than 200 KB', events(1, 'x'.repeat(200 * 1024)), 'maximum payload size is 200KB'],
    ['a delay of more than 15 minutes', { body: {}, delayInSeconds: 901 }, 'between 0 and 900'],
  ])('of %s is refused', async (_, pushed, message) => {
    expect((await failureOf(pushed))?.message).toContain(message);
  });

  test.each([
    ['a delay of more than 15 minutes', [{ body: {}, delayInSeconds: 901 }]],
    ['more than 50 events', events(51)],
    ['no concurrency at all', [{ body: {}, concurrency: { key: 'x', limit: 0 } }]],
  ])('of %s is refused also where the SDK lets it pass', async (_, payload) => {
    const reply = await inApp(sandbox, async () => {
      const { asApp } = await import('@forge/api');
      const { route } = await import('@forge/api');
      const response = await asApp().requestAtlassian(route`/webhook/queue/publish/x`, {
        method: 'POST',
        body: JSON.stringify({
          queueName: 'work',
          jobId: 'job',
          type: 'avi:forge:app:event',
          schema: 'ari:cloud:ecosystem::forge/app-event-2',
          time: new Date().toISOString(),
          payload,
        }),
      });
      return response.status;
    });
    expect(reply).toBe(400);
  });

  test('of an event of more than 100 KB is refused where the consumer may take long', async () => {
    const large = events(1, 'x'.repeat(100 * 1024));
    expect(await failureOf(large)).toBeUndefined();
    const manifest = backgroundManifest({ timeoutSeconds: 56 });
    sandbox = await createBackgroundSandbox({ timers, manifest });
    expect(await failureOf(large)).toMatchObject({ message: 'The maximum payload size is 100KB.' });
  });

  test('to a queue without a consumer is refused', async () => {
    const failure = await failureInApp(sandbox, ({ Queue }) =>
      new Queue({ key: 'other' }).push({ body: {} }),
    );
    expect(failure?.message).toContain('No consumer takes the queue "other".');
  });

  test('of more than 500 events in a minute is refused', async () => {
    for (let count = 0; count < 10; count += 1) expect(await failureOf(events(50))).toBeUndefined();
    expect(await failureOf(events(1))).toMatchObject({ message: 'Too many requests.' });
    timers.advance(minuteMs);
    expect(await failureOf(events(1))).toBeUndefined();
  });

  test('ends a chain of consumers that push after 1,000 of them', async () => {
    const failures: string[] = [];
    let deliveries = 0;
    await play({
      consume: async (_request, _context, sdk) => {
        deliveries += 1;
        const next = { body: {}, delayInSeconds: 1 };
        await sdk.push(next).catch((error: unknown) => failures.push(String(error)));
      },
    });
    await failureOf({ body: {} });
    await sandbox.host.advance(hourMs, { schedules: false });
    expect(deliveries).toBe(1000);
    expect(failures).toEqual([expect.stringContaining('limit on cyclic invocation')]);
    await failureOf({ body: {} });
    await sandbox.host.advance(0, { schedules: false });
    expect(deliveries).toBe(1001);
  });
});
