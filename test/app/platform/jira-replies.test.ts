import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { readJiraReply, type JiraResponse } from '../../../src/app/platform/jira-replies';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = (body: unknown): JiraResponse => ({
  ok: true,
  status: 200,
  headers: { get: () => null },
  json: () => Promise.resolve(body),
});

test('tells a call of Jira that takes longer than 5 seconds that nobody waits for it', async () => {
  let given: AbortSignal | undefined;
  const reply = readJiraReply(
    'app',
    (signal) => {
      given = signal;
      return new Promise(() => undefined);
    },
    z.unknown(),
  );
  const error = expect(reply).rejects.toThrow('Jira did not answer in time');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(given?.aborted).toBe(true);
  await error;
});

test('leaves a call alone that answered in time', async () => {
  let given: AbortSignal | undefined;
  const send = (signal: AbortSignal) => {
    given = signal;
    return Promise.resolve(answer('yes'));
  };
  expect(await readJiraReply('app', send, z.string())).toBe('yes');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(given?.aborted).toBe(false);
});
