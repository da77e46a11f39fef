import { RequestLog } from './request-log';

/** Few subjects are not worth looking through. */
const smallestSweep = 1_000;

interface RequestLogsOptions {
  readonly windowMs: number;
  readonly limitOf: (key: string) => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** What was counted before, by key. */
  readonly kept: ReadonlyMap<string, readonly number[]>;
}

/** The logs of all subjects with a request in about the last window, by key. */
export class RequestLogs {
  readonly #options: RequestLogsOptions;
  readonly #logs: Map<string, RequestLog>;
  #sweepAt = smallestSweep;

  constructor(options: RequestLogsOptions) {
    this.#options = options;
    this.#logs = new Map(
      [...options.kept].map(([key, times]) => [key, this.#startLog(key, times)]),
    );
  }

  /** Undefined if nothing is counted. */
  find(key: string): RequestLog | undefined {
    return this.#logs.get(key);
  }

  /** Begins one where there is none. */
  obtain(key: string): RequestLog {
    const existing = this.#logs.get(key);
    if (existing !== undefined) return existing;
    if (this.#logs.size >= this.#sweepAt) this.#sweep();
    const log = this.#startLog(key);
    this.#logs.set(key, log);
    return log;
  }

  clear(): void {
    this.#logs.clear();
  }

  /** The times of the requests that count now. */
  times(): Map<string, number[]> {
    const now = this.#options.now();
    return new Map([...this.#logs].map(([key, log]) => [key, log.times(now)]));
  }

  #startLog(key: string, times?: readonly number[]): RequestLog {
    return new RequestLog(this.#options.limitOf(key), this.#options.windowMs, times);
  }

  /** Next time when there are twice as many, so that a request pays for one look on average. */
  #sweep(): void {
    const now = this.#options.now();
    for (const [key, log] of this.#logs) if (log.used(now) === 0) this.#logs.delete(key);
    this.#sweepAt = Math.max(smallestSweep, this.#logs.size * 2);
  }
}
