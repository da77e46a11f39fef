import type { Page } from '../../../api/page';

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** The page of a list that is held whole. */
export function pageOfAll<Item>(all: readonly Item[], { offset, limit }: PageRange): Page<Item> {
  return page(all.slice(offset, offset + limit), all.length, { offset, limit });
}

/** @param total how many there are on all pages */
export function page<Item>(
  result: Item[],
  total: number,
  { offset, limit }: PageRange,
): Page<Item> {
  return { total, pageSize: limit, isLast: offset + result.length >= total, result };
}
