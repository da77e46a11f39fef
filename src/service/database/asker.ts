import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the statements of one request are sent. */
interface Asker {
  /** Whose turns count together: a person, or a browser or program that hasn't said who it is. */
  key: string;
  /** How long the request has waited for its turns so far. */
  waitedMs: number;
}

const askers = new AsyncLocalStorage<Asker>();

/** Does the work of one request. @param key who asks, as far as it is known by now */
export function askAs<Result>(key: string, work: () => Result): Result {
  return askers.run({ key, waitedMs: 0 }, work);
}

/** Says who asks, once that is known. */
export function nameAsker(key: string): void {
  const asker = askers.getStore();
  if (asker !== undefined) asker.key = key;
}

/** Who asks now; undefined for work of the service's own. */
export function findAsker(): Asker | undefined {
  return askers.getStore();
}
