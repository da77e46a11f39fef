import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/service/base/database/database';
import type { FileStore } from '../../../src/service/base/files/file-store';
import { keepTidying } from '../../../src/service/run/keep-tidying';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('Tidying goes on after a fault, and says what was not removed', async () => {
  const messages: unknown[] = [];
  const fail = () => Promise.reject(new Error('gone'));
  const stop = keepTidying({
    database: { query: fail, exclusively: fail } as unknown as Database,
    files: {} as FileStore,
    clock: () => new Date(),
    log: { error: (_: unknown, message: unknown) => messages.push(message) } as never,
    historyDays: 365,
  });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await stop();
  expect(messages).toEqual([
    'Old deleted objects were not removed.',
    'Unused files were not removed.',
    'Old entries of the history were not removed.',
    'Storage was not counted.',
  ]);
});
