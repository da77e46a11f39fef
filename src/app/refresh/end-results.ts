import type { AdminToken } from '../access/admin-token';
import { goodForMs, rightAtOf } from '../stored-queries/query-record';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { Refresh } from './refresh';
import { foundTokenRefused } from './run-facts';

interface Dependencies {
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly storedQueries: StoredQueries;
  readonly refresh: Pick<Refresh, 'find' | 'request'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** From this long after its end, a result is left to the daily refresh: Jira may no longer know it. */
const triedForMs = 3 * 60 * 60 * 1000;
/** As many as a run keeps in one value of the storage. */
const maximumExpiredAtOnce = 500;

/**
 * Begins a refresh of the queries whose results are over, where no token refreshes them: it ends them,
 * each if its record says so too.
 * @throws {StoreError}
 */
export async function endResults(dependencies: Dependencies): Promise<void> {
  const { adminToken, storedQueries, refresh, now } = dependencies;
  const token = await adminToken.describe();
  if (token && !foundTokenRefused(await refresh.find(), token.setAt)) return;
  const lastRun = await storedQueries.findLastRun();
  const hashes: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await storedQueries.list(cursor);
    for (const { hash, row } of page.rows) {
      const overMs = row.result ? now() - rightAtOf(row.result, lastRun) - goodForMs : -1;
      if (overMs >= 0 && overMs < triedForMs) hashes.push(hash);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined && hashes.length < maximumExpiredAtOnce);
  if (hashes.length === 0) return;
  await refresh.request({ kind: 'now', hashes: hashes.slice(0, maximumExpiredAtOnce) });
}
