export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after the duration, or at once when the signal is aborted; never rejects. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** A timer with a longer delay fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(durationMs, longestTimerMs));
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake);
    }),
};
