import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { ServiceAccount } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { readRows } from '../stored-queries/read-rows';
import { runAsPerson } from './run-as-person';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { findConnection } from './find-connection';
import * as functions from './functions';

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
      handle: ({ cursor }) => listWaitingSearches(storedQueries, now(), cursor),
    }),
    secured(functions.runSearch, {
      ...everyone,
      async handle({ hash }) {
        const { objectCount, computedAt } = await runAsPerson(dependencies, hash);
        return { objectCount, ageMs: now() - computedAt };
      },
    }),
  ];
}

/** None where people may not run them: then nothing of them concerns anyone. */
async function listWaitingSearches(
  storedQueries: StoredQueries,
  now: number,
  cursor: string | undefined,
) {
  const { personRunsAllowed: isAllowed } = await storedQueries.getSettings();
  if (!isAllowed) return { isAllowed, now, searches: [] };
  const { rows, nextCursor } = await readRows(storedQueries.listPending, cursor);
  const searches = rows.map(({ hash, row: { query, fieldName, askedAt } }) => ({
    ...{ hash, query, fieldName, askedAt },
  }));
  return { isAllowed, now, searches, nextCursor };
}
