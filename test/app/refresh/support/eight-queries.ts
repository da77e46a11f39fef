import { expect } from 'vitest';
import { fragment, siteSearchedYesterday, type RefreshSite } from './refresh-site';

/** Each finds the object of its index. */
export const queries = Array.from({ length: 8 }, (_, index) => `Status = "State ${index}"`);

/** A site where people searched a day ago with each of the queries. */
export async function siteOfEightQueries(): Promise<RefreshSite> {
  return siteSearchedYesterday(Object.fromEntries(queries.map((query, index) => [query, [index]])));
}

/** @throws where a search with one of the queries finds anything but the object of its index */
export async function resultsAreAsTheyWere(site: RefreshSite): Promise<void> {
  for (const [index, query] of queries.entries()) {
    expect(await site.search({ query })).toBe(fragment([index]));
  }
}
