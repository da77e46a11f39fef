import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy } from './faults';

/** A request asks for its next statement sooner than this after its last one. */
const quietMs = 3;
/** Work behind the scenes goes on at some time, however busy it is. */
const maximumPatienceMs = 200;

/** Lets one piece of work at a time have the database, in the order in which they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #takenAt = -Infinity;

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Returns what `work` does once it is its turn.
   * @param limitMs how long to wait for it; without a limit where absent
   * @throws DatabaseBusy where that took too long; `work` has not begun then
   */
  async take<Result>(work: () => Promise<Result>, limitMs?: number): Promise<Result> {
    if (this.#isTaken) await this.#wait(limitMs);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#takenAt = performance.now();
      const next = this.#waiting.shift();
      if (next === undefined) this.#isTaken = false;
      else next();
    }
  }

  /** Returns what `work` does once nobody has wanted a turn for a moment, or after a while. */
  async takeWhenQuiet<Result>(work: () => Promise<Result>): Promise<Result> {
    const endAt = performance.now() + maximumPatienceMs;
    const isQuiet = () => !this.#isTaken && performance.now() - this.#takenAt >= quietMs;
    while (!isQuiet() && performance.now() < endAt) await sleep(quietMs);
    return this.take(work);
  }

  /** Whoever waits is given the turn by the one before, without a moment in which it is free. */
  #wait(limitMs: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new DatabaseBusy());
      };
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
      this.#waiting.push(begin);
    });
  }
}
