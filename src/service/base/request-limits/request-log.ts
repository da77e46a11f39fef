/**
 * The times of one subject's requests, as long as they matter: epoch milliseconds, ascending, never
 * more than the limit allows. Whatever span of `windowMs` one looks at, no more requests than
 * `limit` were let through in it.
 */
export class RequestLog {
  #times: number[];
  /** Where the requests begin that still count; what stands before is cleared away in passing. */
  #start = 0;

  /** @param times what an earlier log had counted, ascending */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    times: readonly number[] = [],
  ) {
    this.#times = [...times];
  }

  /** Returns 0 and counts the request, or how long to wait, in milliseconds, and counts nothing. */
  admit(now: number): number {
    const waitMs = this.waitMs(now);
    if (waitMs === 0) this.#times.push(now);
    return waitMs;
  }

  /** Takes back a request that was counted at this time. */
  withdraw(time: number): void {
    const index = this.#times.lastIndexOf(time);
    if (index >= this.#start) this.#times.splice(index, 1);
  }

  /** How many milliseconds until a request is let through; 0: at once. */
  waitMs(now: number): number {
    this.#forget(now);
    const blocking = this.#times[this.#times.length - this.limit];
    const isFree = this.used(now) < this.limit || blocking === undefined;
    return isFree ? 0 : blocking + this.windowMs + 1 - now;
  }

  /** How many requests count at this time. */
  used(now: number): number {
    this.#forget(now);
    return this.#times.length - this.#start;
  }

  /** The requests that count at this time. */
  times(now: number): number[] {
    this.#forget(now);
    return this.#times.slice(this.#start);
  }

  /** The clock cuts off fractions, so a request counts until more than the window has passed. */
  #forget(now: number): void {
    this.#followClockBack(now);
    while ((this.#times[this.#start] ?? Infinity) + this.windowMs < now) this.#start += 1;
    if (this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
  }

  /** After the clock was set back nobody waits longer than the window, and nothing is forgotten. */
  #followClockBack(now: number): void {
    const newest = this.#times.at(-1);
    if (newest === undefined || newest <= now) return;
    this.#times = this.#times.map((time) => Math.min(time, now));
  }
}
