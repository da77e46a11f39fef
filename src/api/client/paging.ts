import { maximumPageLimit, type Page } from '../page';
import type { CallOptions } from './call';
import { ServiceError } from './service-error';

interface EveryEntryOptions {
  /** Entries per page: 200 by default, the most. */
  readonly limit?: number;
}

export type AllOptions = CallOptions & EveryEntryOptions;

/**
 * Every entry of a paged list, each id once, page by page as they are consumed. Entries that come
 * or go in the meantime may be missed, as offsets shift; the last page is the one that says so.
 * @throws {ServiceError} as the calls do; `unexpectedReply` if pages would never end: one with
 * nothing new, or more entries than the service counts, without being the last
 */
export async function* everyEntry<Entry extends { id: string }>(
  fetchPage: (page: { offset: number; limit: number }) => Promise<Page<Entry>>,
  { limit = maximumPageLimit }: EveryEntryOptions = {},
): AsyncGenerator<Entry, void, undefined> {
  const seenIds = new Set<string>();
  const isNew = ({ id }: Entry) => {
    const isKnown = seenIds.has(id);
    seenIds.add(id);
    return !isKnown;
  };
  let offset = 0;
  let isLast = false;
  while (!isLast) {
    const page = await fetchPage({ offset, limit });
    const newEntries = page.result.filter(isNew);
    const isEndless = !page.isLast && (newEntries.length === 0 || seenIds.size > page.total);
    if (isEndless || page.result.length > limit) throw brokenPaging();
    yield* newEntries;
    offset += page.result.length;
    isLast = page.isLast;
  }
}

function brokenPaging(): ServiceError {
  return new ServiceError(
    'unexpectedReply',
    "The service's list doesn't come in pages of the requested size. Ask an administrator to check the service's address.",
  );
}
