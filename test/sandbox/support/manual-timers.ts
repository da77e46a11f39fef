import type { Timers } from '../../../src/sandbox/forge/clock';

/** Time that stands still until a test moves it. */
export class ManualTimers implements Timers {
  #nowMs = Date.UTC(2026, 0, 15, 9);
  #waiting: { at: number; action: () => void }[] = [];

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(delayMs: number, action: () => void): () => void {
    const entry = { at: this.#nowMs + delayMs, action };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    const due = this.#waiting.filter(({ at }) => at <= this.#nowMs);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#nowMs);
    for (const { action } of due) action();
  }
}
