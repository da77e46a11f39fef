import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepReport, importReport } from '../../../src/sandbox/server/start-reports';
import { EarlierDemoData } from '../../../src/service';

let lines: string[];
const follow = () => stepReport((line) => lines.push(line));

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('says what begins, and nothing more of a step that is soon done', async () => {
  const result = await follow()('Building the app', () => Promise.resolve('built'));
  expect(result).toBe('built');
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(['Building the app ...']);
});

test('says every twenty seconds what still goes on', async () => {
  await follow()('Building the app', () => {
    vi.advanceTimersByTime(45_000);
    return Promise.resolve();
  });
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    'Building the app ...',
    'Building the app: 20 s so far ...',
    'Building the app: 40 s so far ...',
  ]);
});

test('says how long a step has taken where the timer came late', async () => {
  await follow()('Building the app', () => {
    const start = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(start + 60_000);
    vi.advanceTimersByTime(20_000);
    return Promise.resolve();
  });
  expect(lines).toEqual(['Building the app ...', 'Building the app: 60 s so far ...']);
});

test('falls silent where a step fails', async () => {
  const failing = follow()('Building the app', () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  vi.advanceTimersByTime(60_000);
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
