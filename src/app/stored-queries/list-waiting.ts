import { digestOfSources } from './digests';
import { everyRow } from './every-row';
import { readRows } from './read-rows';
import type { StoredQueries } from './stored-queries';
import type { Handover } from './stored-query';

/**
 * Searches without a result, a page at a time, each with what a person found and the next search
 * takes. That lives for minutes, so that all of it is listed at once: mostly one call of the storage.
 * @throws {Problem} BAD_REQUEST for a cursor that is none of these pages'
 * @throws {StoreError}
 */
export async function listWaiting(storedQueries: StoredQueries, cursor: string | undefined) {
  const { rows: pending, nextCursor } = await readRows(storedQueries.listPending, cursor);
  const handovers = pending.length > 0 ? await findHandovers(storedQueries) : undefined;
  const rows = pending.map(({ hash, row }) => {
    const handover = handovers?.get(hash);
    const isOfSources = handover?.configurationDigest === digestOfSources(row.sources);
    return { hash, row, found: isOfSources ? handover : undefined };
  });
  return { rows, nextCursor };
}

/** By the hash of the query. */
async function findHandovers(storedQueries: StoredQueries): Promise<ReadonlyMap<string, Handover>> {
  const handovers = new Map<string, Handover>();
  for await (const { hash, row } of everyRow(storedQueries.listHandovers)) handovers.set(hash, row);
  return handovers;
}
