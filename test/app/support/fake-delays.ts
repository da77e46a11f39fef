import { afterEach, beforeEach, vi } from 'vitest';
import { settle } from './ui-host';

/** Holds the delays of a screen in each test of a file, until the test lets them pass. */
export function useFakeDelays(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Lets this much time pass for the delays of a screen, and waits until the screen rests. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}
