import type { Client } from '../../api/client';
import { Problem } from '../replies/problem';
import { findObjects } from '../jql-function/find-objects';
import { digestOfSources } from '../stored-queries/digests';
import { QueryRefused } from '../jql-function/query-refused';
import type { Refresh } from '../refresh/refresh';
import { isWaiting, type KeptResult } from '../stored-queries/query-record';
import type { Handover, StoredQueries } from '../stored-queries/stored-queries';

interface Dependencies {
  /** With the person's own grant. */
  readonly client: Client;
  readonly storedQueries: StoredQueries;
  /** For searches in whose place Jira keeps an error. */
  readonly refresh: Pick<Refresh, 'deliver'>;
  readonly now: () => number;
}

export type Found = Pick<KeptResult, 'objectCount' | 'computedAt'>;

/** A resolver ends after 25 seconds. */
const timeoutMs = 20_000;

/**
 * Runs a query that a search asked for in vain, with the account of a person who wants that; the
 * next search within 10 minutes takes what was found. While that waits to be taken nobody is asked
 * again: neither many runs nor one with fewer rights change it.
 * @returns what was found, and when
 * @throws {Problem} PERSON_RUNS_FORBIDDEN, SEARCH_GONE, SEARCH_REFUSED (the detail says why),
 *   WORKSPACE_NOT_ACCESSIBLE (to the person's own account)
 * @throws {ServiceError} or ConsentNeeded, StoreError
 */
export async function runAsPerson(
  { client, storedQueries, refresh, now }: Dependencies,
  hash: string,
): Promise<Found> {
  const { personRunsAllowed } = await storedQueries.getSettings();
  if (!personRunsAllowed) throw new Problem('PERSON_RUNS_FORBIDDEN');
  const record = await storedQueries.find(hash);
  if (!record?.waiting || !isWaiting(record.waiting, now())) throw new Problem('SEARCH_GONE');
  const { query, fieldName } = record;
  const { sources } = record.waiting;
  const configurationDigest = digestOfSources(sources);
  const findReady = async () => {
    const found = await storedQueries.findHandover(hash);
    return found?.configurationDigest === configurationDigest ? found : undefined;
  };
  const earlier = await findReady();
  if (earlier) return foundIn(earlier);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const objectIds = await findObjects({ client, signal, query, fieldName, sources });
    const others = await findReady();
    if (others) return foundIn(others);
    const found = { objectIds, configurationDigest, computedAt: now() };
    // First, since what is kept is not delivered again; it comes once this is over.
    await refresh.deliver(hash);
    await storedQueries.saveHandover(hash, found);
    await tellOf(storedQueries, hash, foundIn(found));
    return foundIn(found);
  } catch (cause) {
    if (!(cause instanceof QueryRefused)) throw cause;
    if (cause.code === 'NO_ACCESS') {
      throw new Problem('WORKSPACE_NOT_ACCESSIBLE', undefined, { cause });
    }
    throw new Problem('SEARCH_REFUSED', cause.detail, { cause });
  }
}

/** Has the lists of searches that wait say so. */
async function tellOf(storedQueries: StoredQueries, hash: string, ready: Found): Promise<void> {
  const record = await storedQueries.find(hash);
  if (record?.waiting) await storedQueries.save({ ...record, ready });
}

/** What is told of it. */
function foundIn({ objectIds, computedAt }: Handover): Found {
  return { objectCount: objectIds.length, computedAt };
}
