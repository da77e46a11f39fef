import { LRUCache } from 'lru-cache';
import { beforeEach, describe, expect, test } from 'vitest';
import { sourceAppCode } from '../support/source-app-code';
import { VirtualClock } from '../../../src/sandbox/forge/clock';
import { memoryStateFile } from '../support/memory-files';
import { platformSwitches } from '../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  inApp,
  play,
} from '../support/background-sandbox';
import { createFixtureSandbox } from '../support/fixture-sandbox';
import { callAs } from '../support/jira';
import { ManualTimers } from '../support/manual-timers';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let sandbox: Sandbox;
let timers: ManualTimers;
let seen: string[];

const manifest = backgroundManifest({
  schedules: [
    { key: 'hourly', interval: 'hour' },
    { key: 'daily', interval: 'day' },
  ],
});
const timeOf = (date: Date) => date.toISOString().slice(8, 16);
const open = (files = {}) => createBackgroundSandbox({ timers, manifest, files });
const advance = (durationMs: number, schedules = true) =>
  sandbox.host.advance(durationMs, { schedules });

beforeEach(async () => {
  timers = new ManualTimers();
  seen = [];
  sandbox = await open();
});

describe('Schedules', () => {
  beforeEach(() =>
    play({ schedule: ({ context }) => seen.push(`${timeOf(new Date())} ${context.moduleKey}`) }),
  );

  test('run first after five minutes, then at a fixed distance, in the order of time', async () => {
    await advance(2 * hourMs);
    expect(seen).toEqual(['15T09:05 hourly', '15T09:05 daily', '15T10:05 hourly']);
    seen = [];
    await advance(2 * dayMs);
    expect(seen.filter((line) => line.endsWith('daily'))).toEqual([
      '16T09:05 daily',
      '17T09:05 daily',
    ]);
    expect(seen).toHaveLength(50);
    const times = seen.map((line) => line.slice(0, 8));
    expect(times).toEqual([...times].sort());
  });

  test('run in the machine’s time once the background is started', async () => {
    sandbox.host.background.start();
    timers.advance(5 * minuteMs);
    await expect.poll(() => seen).toEqual(['15T09:05 hourly', '15T09:05 daily']);
    timers.advance(hourMs);
    await expect.poll(() => seen).toHaveLength(3);
    sandbox.host.background.stop();
    timers.advance(dayMs);
    expect(timers.waitingCount).toBe(0);
  });

  test('that are left out do not run later', async () => {
    await advance(90 * minuteMs, false);
    expect(seen).toEqual([]);
    await advance(35 * minuteMs);
    expect(seen).toEqual(['15T11:05 hourly']);
  });

  test('that throw are not run again before their time', async () => {
    await play({
      schedule: ({ context }) => {
        seen.push(context.moduleKey);
        throw new Error('out of luck');
      },
    });
    await advance(hourMs);
    expect(seen).toEqual(['hourly', 'daily']);
  });

  test('run twice where the platform repeats itself', async () => {
    sandbox.setSwitches(platformSwitches.parse({ platformRepeats: true }));
    await advance(5 * minuteMs);
    const both = ['15T09:05 hourly', '15T09:05 daily'];
    expect(seen.toSorted()).toEqual([...both, ...both].sort());
  });

  test('keep their times over a restart, and pass over what was missed', async () => {
    const files = { schedules: memoryStateFile() };
    sandbox = await open(files);
    timers.advance(3 * hourMs);
    sandbox = await open(files);
    await advance(hourMs);
    expect(seen).toEqual(['15T12:05 hourly']);
  });

  test('begin anew, all of them, where one has changed', async () => {
    const files = { schedules: memoryStateFile() };
    sandbox = await open(files);
    timers.advance(30 * minuteMs);
    const changed = backgroundManifest({ schedules: [{ key: 'hourly', interval: 'hour' }] });
    sandbox = await createBackgroundSandbox({ timers, manifest: changed, files });
    await advance(hourMs);
    expect(seen).toEqual(['15T09:35 hourly']);
  });
});

describe('A clock that is moved', () => {
  test('goes through schedules and events at their own times, one after the other', async () => {
    const note = (what: string) => {
      seen.push(`${timeOf(new Date())} ${what}`);
    };
    await play({
      schedule: async ({ context }, _context, sdk) => {
        note(`${context.moduleKey} begins`);
        await sdk.push({ body: { from: context.moduleKey }, delayInSeconds: 600 });
        note(`${context.moduleKey} ends`);
      },
      consume: ({ body }) => note(`event of ${String(body.from)}`),
    });
    await advance(70 * minuteMs);
    expect(seen).toEqual([
      '15T09:05 hourly begins',
      '15T09:05 hourly ends',
      '15T09:05 daily begins',
      '15T09:05 daily ends',
      '15T09:15 event of hourly',
      '15T09:15 event of daily',
      '15T10:05 hourly begins',
      '15T10:05 hourly ends',
    ]);
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T10:10:00.000Z');
  });

  test('does what the last event leaves to be done at once', async () => {
    await play({
      schedule: async ({ context }, _context, sdk) => {
        await sdk.push({ body: { from: context.moduleKey } });
      },
      consume: ({ body }) => seen.push(String(body.from)),
    });
    await advance(5 * minuteMs);
    expect(seen).toEqual(['hourly', 'daily']);
  });

  test('lets time pass while the app works, ten milliseconds for each call', async () => {
    let tookMs = 0;
    await play({
      schedule: async (_request, _context, sdk) => {
        const startMs = Date.now();
        for (let count = 0; count < 5; count += 1) await sdk.kvs.get('key');
        tookMs = Date.now() - startMs;
      },
    });
    await advance(5 * minuteMs);
    expect(tookMs).toBe(50);
  });

  test('removes values at their time', async () => {
    await inApp(sandbox, ({ kvs }) => kvs.set('key', 1, { ttl: { unit: 'DAYS', value: 5 } }));
    await advance(7 * dayMs - 1);
    expect(sandbox.host.storage.use.keys).toBe(1);
    await advance(1);
    expect(sandbox.host.storage.use.keys).toBe(0);
  });

  test('is moved by one call after the other', async () => {
    await Promise.all([advance(hourMs), advance(hourMs)]);
    expect(sandbox.clock.now().getTime() - timers.now().getTime()).toBe(2 * hourMs);
  });

  test('moves the time of Jira', async () => {
    await advance(8 * dayMs);
    const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Later' };
    const { status, body } = await callAs(sandbox.jira, 'app')('POST', '/issue', { fields });
    expect(status).toBe(201);
    const { key } = body as { key: string };
    expect(sandbox.jira.model.findIssue(key)?.created).toContain('2026-01-23');
  });

  test('stays moved over a restart, until a reset', async () => {
    const clock = memoryStateFile();
    const restart = async () =>
      createBackgroundSandbox({ timers, clock: await VirtualClock.open(timers, clock) });
    sandbox = await restart();
    await advance(8 * dayMs);
    sandbox = await restart();
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-23T09:00:00.000Z');
    await sandbox.reset();
    expect(sandbox.clock.now()).toEqual(timers.now());
    sandbox = await restart();
    expect(sandbox.clock.now()).toEqual(timers.now());
  });

  test('goes on where the sandbox itself fails on the way', async () => {
    const full = () => Promise.reject(new Error('The disk is full.'));
    const queue = memoryStateFile();
    sandbox = await open({ queue });
    await inApp(sandbox, (sdk) => sdk.push({ body: {}, delayInSeconds: 60 }));
    queue.write = full;
    await expect(advance(hourMs)).rejects.toThrow('The disk is full.');
    expect(timeOf(sandbox.clock.now())).toBe('15T09:01');
    timers.advance(minuteMs);
    expect(timeOf(sandbox.clock.now())).toBe('15T09:02');
  });

  test('is left alone by what moved it before a reset', async () => {
    await play({ schedule: () => sandbox.reset() });
    await advance(8 * dayMs);
    expect(sandbox.clock.now()).toEqual(timers.now());
  });
});

describe('The app’s own time', () => {
  test('is the clock’s, within its functions only', async () => {
    const before = Date.now();
    const told = await inApp(sandbox, () => ({
      now: Date.now(),
      date: new Date().toISOString(),
      text: Date(),
      given: new Date(0).toISOString(),
      isDate: new Date() instanceof Date,
    }));
    const now = timers.now();
    expect(told).toEqual({
      now: now.getTime(),
      date: now.toISOString(),
      text: now.toString(),
      given: '1970-01-01T00:00:00.000Z',
      isDate: true,
    });
    expect(Date.now()).toBeGreaterThanOrEqual(before);
  });

  test('is the machine’s as long as no clock was moved', async () => {
    sandbox = await createFixtureSandbox({
      manifest,
      code: sourceAppCode({ index: () => import('../support/background-app') }),
    });
    const beforeMs = Date.now();
    const toldMs = await inApp(sandbox, () => new Date().getTime());
    expect(toldMs).toBeGreaterThanOrEqual(beforeMs);
    expect(toldMs).toBeLessThanOrEqual(Date.now());
  });

  test('measures durations as the machine does, with what the clock was moved', async () => {
    const read = () => inApp(sandbox, () => performance.now());
    const beforeMs = await read();
    await advance(hourMs);
    expect((await read()) - beforeMs).toBeGreaterThan(hourMs - 1000);
    const outsideMs = performance.now();
    expect(performance.now()).toBeGreaterThanOrEqual(outsideMs);
  });

  test('lets what it keeps for a while grow old', async () => {
    const cache = new LRUCache<string, number>({ max: 10, ttl: minuteMs, ttlResolution: 0 });
    const read = () => inApp(sandbox, () => cache.get('key') ?? 'nothing');
    await inApp(sandbox, () => {
      cache.set('key', 1);
    });
    await advance(59_000);
    expect(await read()).toBe(1);
    await advance(minuteMs);
    expect(await read()).toBe('nothing');
  });

  test('waits as long as the machine does', async () => {
    const waited = inApp(sandbox, () => new Promise((resolve) => setTimeout(resolve, 1, 'done')));
    expect(await waited).toBe('done');
  });
});
