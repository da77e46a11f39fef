import type { AdminToken } from '../access/admin-token';
import { everyRow } from '../stored-queries/every-row';
import { goodForMs, rightAtOf } from '../stored-queries/freshness';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { Refresh } from './refresh';
import { foundTokenRefused } from './run-facts';

interface Dependencies {
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly storedQueries: StoredQueries;
  readonly refresh: Pick<Refresh, 'find' | 'start'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** So long after its end the daily refresh has to do with a result: Jira may know nothing of it. */
const triedForMs = 3 * 60 * 60 * 1000;
/** As many as a run keeps in one value of the storage. */
const mostAtOnce = 500;

/**
 * Begins a refresh of the queries whose results are over, where no token refreshes them: it ends them.
 * @throws {StoreError}
 */
export async function endResults(dependencies: Dependencies): Promise<void> {
  const { adminToken, storedQueries, refresh, now } = dependencies;
  const token = await adminToken.describe();
  if (token && !foundTokenRefused(await refresh.find(), token.setAt)) return;
  const lastRun = await storedQueries.findLastRun();
  const hashes: string[] = [];
  for await (const { hash, row } of everyRow(storedQueries.list)) {
    const overMs = now() - rightAtOf(row, lastRun) - goodForMs;
    if (overMs >= 0 && overMs < triedForMs && hashes.length < mostAtOnce) hashes.push(hash);
  }
  if (hashes.length > 0) await refresh.start(hashes);
}
