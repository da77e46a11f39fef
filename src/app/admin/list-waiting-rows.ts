import { everyRow } from '../stored-queries/every-row';
import { digestOfSources } from '../stored-queries/digests';
import { readRows } from '../stored-queries/read-rows';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { waitingRow } from './replies';

/**
 * Searches without a result, a page at a time. What people found lives for minutes, so that all of
 * it is listed at once: mostly one call of the storage.
 * @throws {Problem} BAD_REQUEST for a cursor that is none of these pages'
 * @throws {StoreError}
 */
export async function listWaitingRows(storedQueries: StoredQueries, cursor: string | undefined) {
  const { rows: pending, nextCursor } = await readRows(storedQueries.listPending, cursor);
  const foundFor = pending.length > 0 ? await listFound(storedQueries) : new Map<string, string>();
  const rows = pending.map(({ hash, row }) => {
    const isRun = foundFor.get(hash) === digestOfSources(row.sources);
    return waitingRow.parse({ ...row, hash, isRun });
  });
  return { rows, nextCursor };
}

/** The digest of the sources that a person searched, by the hash of the query. */
async function listFound(storedQueries: StoredQueries): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { hash, row } of everyRow(storedQueries.listHandovers)) {
    found.set(hash, row.configurationDigest);
  }
  return found;
}
