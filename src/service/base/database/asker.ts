import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the statements of one request are sent. */
export interface Asker {
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

/** The time in which a request waits for at least one of its turns, since it may want several at once. */
export class Wait {
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
