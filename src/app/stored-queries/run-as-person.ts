import type { Client } from '../../api/client';
import { Problem } from '../access/problem';
import { findObjects } from '../jql-function/find-objects';
import { digestOfSources } from '../jql-function/object-source';
import { QueryRefused } from '../jql-function/query-refused';
import type { Refresh } from '../refresh/refresh';
import type { StoredQueries } from './stored-queries';

interface Dependencies {
  /** With the person's own grant. */
  readonly client: Client;
  readonly storedQueries: StoredQueries;
  /** For searches in whose place Jira keeps an error. */
  readonly refresh: Pick<Refresh, 'deliver'>;
  readonly now: () => number;
}

/**
 * Runs a query that a search asked for in vain, with the account of a person who wants that; the
 * next search within 10 minutes takes what was found.
 * @returns how many objects were found
 * @throws {Problem} PERSON_RUNS_FORBIDDEN, SEARCH_GONE, SEARCH_REFUSED (the detail says why)
 * @throws {ServiceError} or ConsentNeeded, StoreError
 */
export async function runAsPerson(
  { client, storedQueries, refresh, now }: Dependencies,
  hash: string,
): Promise<number> {
  const { personRunsAllowed } = await storedQueries.getSettings();
  if (!personRunsAllowed) throw new Problem('PERSON_RUNS_FORBIDDEN');
  const pending = await storedQueries.findPending(hash);
  if (!pending) throw new Problem('SEARCH_GONE');
  try {
    const objectIds = await findObjects({ client, ...pending });
    const configurationDigest = digestOfSources(pending.sources);
    const row = { objectIds, configurationDigest, computedAt: now() };
    await storedQueries.saveHandover(hash, row);
    await refresh.deliver(hash);
    return objectIds.length;
  } catch (cause) {
    if (!(cause instanceof QueryRefused)) throw cause;
    throw new Problem('SEARCH_REFUSED', cause.message, { cause });
  }
}
