import { afterEach, beforeEach, vi } from 'vitest';

/** Holds the delays of a screen in each test of a file, until the test lets them pass. */
export function useFakeDelays(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
