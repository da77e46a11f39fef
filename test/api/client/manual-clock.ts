import type { Clock } from '../../../src/api/client';

export interface ManualClock extends Clock {
  /** How many sleepers have not been woken. */
  pendingCount(): number;
  /** Jumps from timer to timer until the work has settled; throws where nothing would wake it. */
  runUntilSettled<Result>(work: Promise<Result>): Promise<Result>;
}

interface Timer {
  atMs: number;
  wake: () => void;
}

/** A clock that stands still until the test lets it run. */
export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();

  function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer: Timer = {
        atMs: nowMs + durationMs,
        wake: () => {
          timers.delete(timer);
          resolve();
        },
      };
      timers.add(timer);
      if (signal.aborted) timer.wake();
      signal.addEventListener('abort', timer.wake);
    });
  }

  async function runUntilSettled<Result>(work: Promise<Result>): Promise<Result> {
    const outcome = { isSettled: false };
    const settle = () => (outcome.isSettled = true);
    work.then(settle, settle);
    for (;;) {
      await new Promise(setImmediate);
      if (outcome.isSettled) return work;
      const next = [...timers].sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) throw new Error('The work waits for something that no timer will bring.');
      nowMs = Math.max(nowMs, next.atMs);
      next.wake();
    }
  }

  return { now: () => nowMs, sleep, pendingCount: () => timers.size, runUntilSettled };
}
