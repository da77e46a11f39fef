import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseBusy } from './database';
import type { Database } from './database';

/** On whose behalf the statements of one request are sent. */
interface Asker {
  /** Whose turns count together: a person, or a browser or program that hasn't said who it is. */
  key: string;
  /** Whether what is asked for may take long, so that what doesn't goes before it. */
  readonly isExpensive: boolean;
  /** How long the request has waited for its turns. */
  readonly wait: Wait;
}

const askers = new AsyncLocalStorage<Asker>();

/** Does the work of one request. @param key who asks, as far as it is known by now */
export function askAs<Result>(key: string, work: () => Result): Result {
  return askers.run({ key, isExpensive: false, wait: new Wait() }, work);
}

/** Says who asks, once that is known. */
export function nameAsker(key: string): void {
  const asker = askers.getStore();
  if (asker !== undefined) asker.key = key;
}

/** Does a part of a request that may take long. */
export function askExpensively<Result>(asker: Asker, work: () => Result): Result {
  return askers.run({ ...asker, isExpensive: true }, work);
}

/** Who asks now; undefined for work of the service's own. */
export function findAsker(): Asker | undefined {
  return askers.getStore();
}

/**
 * Begins to measure what the present request takes of the database.
 * @returns a function that says for how many milliseconds since then the request hasn't waited for a turn
 */
export function measureUse(): () => number {
  const wait = findAsker()?.wait;
  const waitedMs = () => wait?.totalMs ?? 0;
  const beganAt = performance.now() - waitedMs();
  return () => performance.now() - waitedMs() - beganAt;
}

/** The time in which a request waits for at least one of its turns, since it may want several at once. */
class Wait {
  #endedMs = 0;
  #waiting = 0;
  #since = 0;

  get totalMs(): number {
    return this.#endedMs + (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  begin(): void {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
  }

  end(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#endedMs += performance.now() - this.#since;
  }
}

/** A request that goes on sends its next statement within this time. */
const quietMs = 3;
/** Background work continues after this time, however busy the database is. */
const maximumPatienceMs = 200;
/** Added to what its asker has used, so that expensive work waits; until it has waited that long itself. */
const expensiveMs = 1_000;

/** In place of a person, for work of the service's own. */
const ownKey = '';

interface Waiting {
  readonly key: string;
  readonly isExpensive: boolean;
  readonly since: number;
  begin(): void;
}

interface TurnsOptions {
  /** How many have a turn at once. */
  readonly places: number;
  /** How many of them are of one asker; work of the service's own has no limit. */
  readonly placesPerAsker: number;
}

/**
 * Lets as many pieces of work have the database at a time as there are places. Of those who wait, the
 * next place goes to whoever has had the database for the shortest time since somebody began to wait,
 * so that nobody's long work keeps others waiting for more than one piece of it. Expensive work lets
 * other work go first, for a while. Otherwise work of one person is done in the order in which it came.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: Waiting[] = [];
  /** How many places each has. */
  readonly #held = new Map<string, number>();
  /** How long each has had them, while anybody waits. */
  readonly #usedMs = new Map<string, number>();
  #taken = 0;
  #takenAt = -Infinity;

  constructor(options: TurnsOptions = { places: 1, placesPerAsker: 1 }) {
    this.#options = options;
  }

  /** How many have a turn. */
  get taken(): number {
    return this.#taken;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Returns what `work` does once it is its turn.
   * @param limitMs how long the request that it is for may wait for all its turns together; without a
   *   limit if absent
   * @throws DatabaseBusy if that took too long; `work` has not begun then
   */
  async take<Result>(work: () => Promise<Result>, limitMs?: number): Promise<Result> {
    const key = findAsker()?.key ?? ownKey;
    if (this.#mayBegin(key)) this.#hold(key, 1);
    else await this.#waitWithin(limitMs, key);
    const begunAt = performance.now();
    try {
      return await work();
    } finally {
      this.#takenAt = performance.now();
      this.#usedMs.set(key, this.#used(key) + this.#takenAt - begunAt);
      this.#hold(key, -1);
      this.#giveOn();
    }
  }

  /** Returns what `work` does once nobody has wanted a turn for a moment, or after a while. */
  async takeWhenQuiet<Result>(work: () => Promise<Result>): Promise<Result> {
    const endAt = performance.now() + maximumPatienceMs;
    const isQuiet = () => this.#taken === 0 && performance.now() - this.#takenAt >= quietMs;
    // Requests that were answered just now may ask for another turn.
    do await sleep(quietMs);
    while (!isQuiet() && performance.now() < endAt);
    return this.take(work);
  }

  #mayBegin(key: string): boolean {
    const { places, placesPerAsker } = this.#options;
    const isWithinOwn = key === ownKey || (this.#held.get(key) ?? 0) < placesPerAsker;
    return this.#taken < places && isWithinOwn;
  }

  #hold(key: string, change: 1 | -1): void {
    this.#taken += change;
    const held = (this.#held.get(key) ?? 0) + change;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }

  /** Hands the place straight to the next one who waits, so that it is never free in between. */
  #giveOn(): void {
    if (this.#waiting.length === 0) this.#usedMs.clear();
    const [first, ...others] = this.#waiting.filter(({ key }) => this.#mayBegin(key));
    if (first === undefined) return;
    const now = performance.now();
    const next = others.reduce(
      (least, one) => (this.#claim(one, now) < this.#claim(least, now) ? one : least),
      first,
    );
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#hold(next.key, 1);
    next.begin();
  }

  /** Whoever has used the least time comes next. */
  #claim({ key, isExpensive, since }: Waiting, now: number): number {
    const letsOthersGo = isExpensive && now - since < expensiveMs;
    return this.#used(key) + (letsOthersGo ? expensiveMs : 0);
  }

  #used(key: string): number {
    return this.#usedMs.get(key) ?? 0;
  }

  async #waitWithin(limitMs: number | undefined, key: string): Promise<void> {
    const asker = findAsker();
    const leftMs = limitMs === undefined ? undefined : limitMs - (asker?.wait.totalMs ?? 0);
    asker?.wait.begin();
    try {
      await this.#wait(leftMs, key, asker?.isExpensive ?? false);
    } finally {
      asker?.wait.end();
    }
  }

  #wait(limitMs: number | undefined, key: string, isExpensive: boolean): Promise<void> {
    // A newcomer starts level with the others, so it gains nothing from not having waited before.
    const least = Math.min(...this.#waiting.map((one) => this.#used(one.key)));
    if (!this.#usedMs.has(key) && Number.isFinite(least)) this.#usedMs.set(key, least);
    return new Promise((resolve, reject) => {
      const waiting = {
        key,
        isExpensive,
        since: performance.now(),
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

/** @param limitMs how long a request may wait in all */
export function createExpensively(limitMs: number): Database['expensively'] {
  const turns = new Turns({ places: Infinity, placesPerAsker: 1 });
  return (work) => {
    const asker = findAsker();
    return asker === undefined ? work() : turns.take(() => askExpensively(asker, work), limitMs);
  };
}
