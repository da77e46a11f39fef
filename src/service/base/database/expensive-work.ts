import { askExpensively, findAsker } from './asker';
import type { Database } from './database';
import { Turns } from './turns';

/** @param limitMs how long a request may wait in all */
export function createExpensively(limitMs: number): Database['expensively'] {
  const turns = new Turns({ places: Infinity, placesPerAsker: 1 });
  return (work) => {
    const asker = findAsker();
    return asker === undefined ? work() : turns.take(() => askExpensively(asker, work), limitMs);
  };
}
