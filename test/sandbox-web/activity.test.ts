import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActivity } from '../../src/sandbox/web/host/activity';

describe('an activity', () => {
  let done: string[];
  beforeEach(() => {
    vi.useFakeTimers();
    done = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is idle at once while nothing was begun', async () => {
    void createActivity()
      .whenIdle(10_000)
      .then(() => done.push('idle'));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['idle']);
  });

  test('waits for work that follows on other work, also on a failed one', async () => {
    const activity = createActivity();
    const first = activity.track(Promise.reject(new Error('no')));
    first.catch(() => {
      const second = new Promise<void>((resolve) => setTimeout(resolve, 20));
      void activity.track(second.then(() => void done.push('second')));
    });
    void activity.whenIdle(10_000).then(() => done.push('idle'));
    await vi.advanceTimersByTimeAsync(100);
    expect(done).toEqual(['second', 'idle']);
  });

  test('waits no longer than its limit, and tells that it is not idle then', async () => {
    const activity = createActivity();
    void activity.track(new Promise(() => undefined));
    void activity.whenIdle(10_000).then((isIdle) => done.push(isIdle ? 'idle' : 'busy'));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(done).toEqual(['busy']);
  });
});
