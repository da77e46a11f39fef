import type { Database, Queryable } from '../../base/database/database';
import { measureUse } from '../../base/database/turns';
import { TooManyRequests } from '../../base/refusals/refusal';

/** What all searches of one load of a page may take of the database together. */
const maximumUseMs = 2_000;
/** What one search may take, so that the last one ends in time. */
const searchLimitMs = 900;

/** Decides about the searches of one load of a page, each of which counts as a request. They begin one after the other. */
export class PageSearches {
  readonly #count: () => Promise<void>;
  readonly #usedMs: () => number;
  #begun = 0;

  /**
   * @param count counts one more load; the first search is counted with its page
   * @param usedMs how long the load has had the database so far
   */
  constructor(count: () => Promise<void>, usedMs = measureUse()) {
    this.#count = count;
    this.#usedMs = usedMs;
  }

  /** Where a search that has begun looks for objects: one that would take more than is left is canceled. */
  bound(database: Database): Pick<Queryable, 'query'> {
    if (!database.cancelsStatements) return database;
    return {
      query: (sql, parameters) => {
        const limitMs = Math.max(1, Math.ceil(maximumUseMs - this.#usedMs()));
        return database.transaction((transaction) => transaction.query(sql, parameters), {
          limitMs,
        });
      },
    };
  }

  /** Begins another search. Returns undefined if it may run, or else why it is left out, as a sentence. */
  async begin(): Promise<string | undefined> {
    if (this.#usedMs() > maximumUseMs - searchLimitMs) return noTimeLeft;
    this.#begun += 1;
    if (this.#begun === 1) return undefined;
    try {
      await this.#count();
      return undefined;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return tooManyRequests;
    }
  }
}

const noTimeLeft =
  'The searches before this one took too long, so this isn’t shown. Ask whoever runs this site to put it on a page of its own.';
const tooManyRequests =
  'You or other people in this workspace have made too many requests, so this isn’t shown. Try again in a few minutes.';
