/** Time as the sandbox sees it. */
export interface Timers {
  now(): Date;
  /** Calls `action` once after so many milliseconds, unless the returned function is called first. */
  after(delayMs: number, action: () => void): () => void;
}

/** The machine's own time. */
export const systemTimers: Timers = {
  now: () => new Date(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};
