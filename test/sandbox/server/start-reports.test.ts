import { beforeEach, expect, test } from 'vitest';
import type { Timers } from '../../../src/sandbox/forge/clock';
import { stepReport, importReport } from '../../../src/sandbox/server/start-reports';
import { EarlierDemoData } from '../../../src/service';

let nowMs: number;
let waiting: { atMs: number; action: () => void }[];
let lines: string[];
const timers: Timers = {
  now: () => new Date(nowMs),
  after(delayMs, action) {
    const timer = { atMs: nowMs + delayMs, action };
    waiting.push(timer);
    return () => (waiting = waiting.filter((other) => other !== timer));
  },
};
const follow = () => stepReport((line) => lines.push(line), timers);

function pass(durationMs: number) {
  const endMs = nowMs + durationMs;
  for (let due = firstUntil(endMs); due; due = firstUntil(endMs)) {
    nowMs = due.atMs;
    waiting = waiting.filter((other) => other !== due);
    due.action();
  }
  nowMs = endMs;
}

const firstUntil = (endMs: number) => waiting.find(({ atMs }) => atMs <= endMs);

beforeEach(() => {
  nowMs = 0;
  waiting = [];
  lines = [];
});

test('says what begins, and nothing more of a step that is soon done', async () => {
  const result = await follow()('Building the app', () => Promise.resolve('built'));
  expect(result).toBe('built');
  pass(60_000);
  expect(lines).toEqual(['Building the app ...']);
});

test('says every twenty seconds what still goes on, and at the end how long it took', async () => {
  await follow()('Building the app', () => {
    pass(45_000);
    return Promise.resolve();
  });
  pass(60_000);
  expect(lines).toEqual([
    'Building the app ...',
    'Building the app: 20 s so far ...',
    'Building the app: 40 s so far ...',
    'Building the app: done in 45 s.',
  ]);
});

test('falls silent where a step fails', async () => {
  const failing = follow()('Building the app', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  pass(60_000);
  expect(lines).toEqual(['Building the app ...']);
});

test.each([
  ['a fault', new Error('No space is left'), 'No space is left. The next start continues it.'],
  [
    'a fault that is a sentence',
    new Error('The database has ended.'),
    'The database has ended. The next start continues it.',
  ],
  [
    'data that another start does not complete',
    new EarlierDemoData(),
    'The demo data is from an earlier version. Reset it to get all of it.',
  ],
])('says what stopped an import, and what becomes of it: %s', (_what, error, text) => {
  const lines: string[] = [];
  importReport((line) => lines.push(line)).onFailure(error);
  expect(lines).toEqual([`The import of the demo data stopped: ${text}`]);
});
