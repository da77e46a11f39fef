import { setTimeout as sleep } from 'node:timers/promises';
import { findAsker } from './asker';
import { DatabaseBusy } from './faults';

/** A request asks for its next statement sooner than this after its last one. */
const quietMs = 3;
/** Work behind the scenes goes on at some time, however busy it is. */
const maximumPatienceMs = 200;

interface Waiting {
  readonly key: string;
  begin(): void;
}

/** In place of a person, for work of the service's own. */
const ownKey = '';

/**
 * Lets one piece of work at a time have the database. Of those who wait, it goes to whoever has had it
 * for the shortest time since somebody began to wait, so that nobody's long work keeps others waiting for more
 * than one piece of it; work of one person is done in the order in which it came.
 */
export class Turns {
  readonly #waiting: Waiting[] = [];
  /** How long each has had it, while anybody waits. */
  readonly #usedMs = new Map<string, number>();
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
   * @param limitMs how long the request that it is for may wait for all its turns together; without a
   *   limit where absent
   * @throws DatabaseBusy where that took too long; `work` has not begun then
   */
  async take<Result>(work: () => Promise<Result>, limitMs?: number): Promise<Result> {
    const key = findAsker()?.key ?? ownKey;
    if (this.#isTaken) await this.#waitWithin(limitMs, key);
    this.#isTaken = true;
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      this.#takenAt = performance.now();
      this.#usedMs.set(key, (this.#usedMs.get(key) ?? 0) + this.#takenAt - begunAt);
      this.#giveOn();
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
  #giveOn(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined) {
      this.#isTaken = false;
      this.#usedMs.clear();
      return;
    }
    const next = others.reduce(
      (least, one) => (this.#used(one) < this.#used(least) ? one : least),
      first,
    );
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    next.begin();
  }

  #used({ key }: Waiting): number {
    return this.#usedMs.get(key) ?? 0;
  }

  async #waitWithin(limitMs: number | undefined, key: string): Promise<void> {
    const asker = findAsker();
    const beganAt = performance.now();
    try {
      await this.#wait(limitMs === undefined ? undefined : limitMs - (asker?.waitedMs ?? 0), key);
    } finally {
      if (asker !== undefined) asker.waitedMs += performance.now() - beganAt;
    }
  }

  #wait(limitMs: number | undefined, key: string): Promise<void> {
    // Who comes anew begins where the others are: what they had before is no claim of theirs.
    const least = Math.min(...this.#waiting.map((one) => this.#used(one)));
    if (!this.#usedMs.has(key) && Number.isFinite(least)) this.#usedMs.set(key, least);
    return new Promise((resolve, reject) => {
      const waiting = {
        key,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new DatabaseBusy());
      };
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, Math.max(0, limitMs));
      this.#waiting.push(waiting);
    });
  }
}
