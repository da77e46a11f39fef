import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { ConsentNeeded, type ServiceAccount } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { goodForMs, isWaiting, readyForMs, type QueryRecord } from '../stored-queries/query-record';
import { readRows } from '../stored-queries/read-rows';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { findConnection } from './find-connection';
import * as functions from './connect-contract';
import { waitingSearch, type FinishedSearch } from './connect-contract';
import { runAsPerson, type Found } from './run-as-person';

interface Dependencies {
  readonly client: Client;
  readonly account: ServiceAccount;
  readonly storedQueries: StoredQueries;
  readonly refresh: Pick<Refresh, 'deliver'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everyone who can search, from the page's module in manifest.yml. */
const everyone = { policy: licensedPerson, modules: ['connect'] };

/** What the page may ask. */
export function connectHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { client, account, storedQueries, now } = dependencies;
  return [
    secured(functions.findConnection, { ...everyone, handle: () => findConnection(client) }),
    secured(functions.connect, { ...everyone, handle: () => account.requestConsent() }),
    secured(functions.listWaitingSearches, {
      ...everyone,
      async handle({ cursor }) {
        await requireConnection(client);
        return listWaitingSearches(storedQueries, now(), cursor);
      },
    }),
    secured(functions.runSearch, {
      ...everyone,
      async handle({ hash }) {
        await requireConnection(client);
        return finishedOf(await runAsPerson(dependencies, hash), now());
      },
    }),
  ];
}

/**
 * What people search for concerns nobody who has not connected their account.
 * @throws {ConsentNeeded} and as findConnection
 */
async function requireConnection(client: Client): Promise<void> {
  const { isConnected } = await findConnection(client);
  if (!isConnected) throw new ConsentNeeded();
}

/** None where people may not run them: then nothing of them concerns anyone. */
async function listWaitingSearches(
  storedQueries: StoredQueries,
  now: number,
  cursor: string | undefined,
) {
  const { personRunsAllowed: isAllowed } = await storedQueries.getSettings();
  if (!isAllowed) return { isAllowed, now, rows: [] };
  const waits = ({ waiting }: QueryRecord) => isWaiting(waiting, now);
  const { rows: waiting, nextCursor } = await readRows(storedQueries.list, cursor, waits);
  const rows = waiting.map(({ hash, row }) => {
    const { ready } = row;
    const found = ready && now < ready.computedAt + readyForMs ? finishedOf(ready, now) : undefined;
    return waitingSearch.parse({ hash, ...row, ...row.waiting, found });
  });
  return { isAllowed, now, rows, nextCursor };
}

function finishedOf({ objectCount, computedAt }: Found, now: number): FinishedSearch {
  return { objectCount, ageMs: now - computedAt, goodUntil: computedAt + goodForMs };
}
