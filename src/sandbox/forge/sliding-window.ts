import type { Timers } from './timers';

/** Adds up what came in the last so many milliseconds. */
export class SlidingWindow {
  readonly #timers: Timers;
  readonly #lengthMs: number;
  readonly #limit: number;
  #entries: { atMs: number; units: number }[] = [];
  #sum = 0;

  constructor(timers: Timers, lengthMs: number, limit: number) {
    this.#timers = timers;
    this.#lengthMs = lengthMs;
    this.#limit = limit;
  }

  hasRoom(units: number): boolean {
    const firstMs = this.#timers.now().getTime() - this.#lengthMs;
    const past = this.#entries.findIndex(({ atMs }) => atMs > firstMs);
    const removed = this.#entries.splice(0, past === -1 ? this.#entries.length : past);
    for (const entry of removed) this.#sum -= entry.units;
    return this.#sum + units <= this.#limit;
  }

  add(units: number): void {
    this.#entries.push({ atMs: this.#timers.now().getTime(), units });
    this.#sum += units;
  }

  clear(): void {
    this.#entries = [];
    this.#sum = 0;
  }
}
