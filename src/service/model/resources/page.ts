import { pageTooLarge } from '../../../api/page';
import type { Page } from '../../../api/page';
import { takeTurnToBuild } from '../../base/http/unsent-answers';
import { Refusal } from '../../base/refusals/refusal';

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** The page of a list that is held whole. */
export function pageOfAll<Item>(all: readonly Item[], { offset, limit }: PageRange): Page<Item> {
  return page(all.slice(offset, offset + limit), all.length, { offset, limit });
}

/** One answer is built as a whole in memory, of each caller. */
export const maximumPageBytes = 8_000_000;

/** What an answer says of the entries of a list, which are of any size. */
interface Large<Entry, Item> {
  /** What the entries are: `attributes`. */
  readonly names: string;
  /** How much JSON an entry becomes, about; known before it is made. */
  readonly bytesOf: (entry: Entry) => number;
  readonly show: (entry: Entry) => Item;
}

/**
 * The page of a list whose entries are of any size.
 * @throws Refusal 400 where they are too much for one answer; one entry never is
 */
export async function pageOfLarge<Entry, Item>(
  all: readonly Entry[],
  range: PageRange,
  large: Large<Entry, Item>,
): Promise<Page<Item>> {
  const entries = all.slice(range.offset, range.offset + range.limit);
  return page(await showLarge(entries, large), all.length, range);
}

/** As {@link pageOfLarge}, of the entries of one page. */
export async function showLarge<Entry, Item>(
  entries: readonly Entry[],
  { names, bytesOf, show }: Large<Entry, Item>,
): Promise<Item[]> {
  const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (bytes > maximumPageBytes && entries.length > 1) {
    const message = `These ${names} are ${pageTooLarge}. Ask for fewer with limit.`;
    throw new Refusal(400, message);
  }
  await takeTurnToBuild(bytes);
  return entries.map(show);
}

/** How much JSON a text becomes, as one of several fields. */
export function textBytes(text: string | null): number {
  return text === null ? 0 : Buffer.byteLength(JSON.stringify(text)) + fieldBytes;
}

/** A short name, and what surrounds a value. */
const fieldBytes = 20;

/** @param total how many there are on all pages */
export function page<Item>(
  result: Item[],
  total: number,
  { offset, limit }: PageRange,
): Page<Item> {
  return { total, pageSize: limit, isLast: offset + result.length >= total, result };
}
