import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  failureInApp,
  inApp,
  play,
} from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let sandbox: Sandbox;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({ timers });
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
      consume: async () => {
        deliveries += 1;
        const { sdk } = await import('../support/background-app');
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
