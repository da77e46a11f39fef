import { LRUCache } from 'lru-cache';

/** Failures that cost nothing; after them each one doubles the wait. */
const freeFailures = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
/** Failures this far back no longer count. */
const forgetAfterMs = 60 * 60_000;
const rememberedAccounts = 10_000;

/** Slows down guessing the password of one account; accounts do not affect each other. */
export interface SignInThrottle {
  /**
   * Counts an attempt before its password is checked, so that attempts at the same time count too.
   * Returns how long to wait, in milliseconds; 0 means that the attempt may go on.
   */
  begin(email: string): number;
  /** Forgets the failures of an account whose password was right. */
  succeeded(email: string): void;
}

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

export function createSignInThrottle(clock: () => Date): SignInThrottle {
  const failures = new LRUCache<string, Failures>({ max: rememberedAccounts });
  return {
    begin(email) {
      const now = clock().getTime();
      const earlier = failures.get(email);
      const isForgotten = earlier === undefined || now - earlier.lastAt > forgetAfterMs;
      const count = isForgotten ? 0 : earlier.count;
      const waitMs = isForgotten ? 0 : earlier.lastAt + waitAfter(count) - now;
      if (waitMs > 0) return waitMs;
      failures.set(email, { count: count + 1, lastAt: now });
      return 0;
    },
    succeeded(email) {
      failures.delete(email);
    },
  };
}

function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(firstWaitMs * 2 ** (failures - freeFailures), longestWaitMs);
}
