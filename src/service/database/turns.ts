import { DatabaseBusy } from './faults';

/** Lets one piece of work at a time have the database, in the order in which they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

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
      const next = this.#waiting.shift();
      if (next === undefined) this.#isTaken = false;
      else next();
    }
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
