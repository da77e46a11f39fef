import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { ConsentNeeded, type ServiceAccount } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { goodForMs } from '../stored-queries/freshness';
import { listWaiting } from '../stored-queries/list-waiting';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { findConnection } from './find-connection';
import * as functions from './functions';
import { waitingSearch, type FinishedSearch } from './replies';
import { foundIn, runAsPerson, type Found } from './run-as-person';

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
  const { rows: waiting, nextCursor } = await listWaiting(storedQueries, cursor);
  const rows = waiting.map(({ hash, row, found }) =>
    waitingSearch.parse({ hash, ...row, found: found && finishedOf(foundIn(found), now) }),
  );
  return { isAllowed, now, rows, nextCursor };
}

function finishedOf({ objectCount, computedAt }: Found, now: number): FinishedSearch {
  return { objectCount, ageMs: now - computedAt, goodUntil: computedAt + goodForMs };
}
