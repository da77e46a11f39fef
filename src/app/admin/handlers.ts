import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { jiraAdministrator } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { findConnection } from '../connect/find-connection';
import { findConnection as connectionFunction } from '../connect/functions';
import type { JiraAsPerson } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { checkHealth } from './check-health';
import * as functions from './functions';
import { listAdminFields } from './list-admin-fields';
import { readRows } from '../stored-queries/read-rows';
import { refreshRun, storedRow, waitingRow, type Facts } from './replies';

interface Dependencies {
  /** With the admin's own grant. */
  readonly client: Client;
  /** With no credential that the service knows. */
  readonly strangerClient: () => Client;
  readonly asPerson: JiraAsPerson;
  readonly adminToken: AdminToken;
  readonly storedQueries: StoredQueries;
  readonly refresh: Refresh;
  readonly serviceOrigin: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whoever calls, from the one page there is, administers Jira. */
const admin = { policy: jiraAdministrator, modules: ['admin'] };

/** What the admin page may ask. A reply is parsed where what is kept holds more than is shown. */
export function adminHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [
    ...overviewHandlers(dependencies),
    ...tokenHandlers(dependencies),
    ...queryHandlers(dependencies),
  ];
}

function overviewHandlers(dependencies: Dependencies) {
  const { client, asPerson, storedQueries } = dependencies;
  return [
    secured(functions.findFacts, { ...admin, handle: () => readFacts(dependencies) }),
    secured(functions.listAdminFields, {
      ...admin,
      handle: async () => ({ fields: await listAdminFields(asPerson) }),
    }),
    secured(connectionFunction, { ...admin, handle: () => findConnection(client) }),
    secured(functions.checkHealth, { ...admin, handle: () => checkHealth(dependencies) }),
    secured(functions.allowPersonRuns, {
      ...admin,
      async handle({ isAllowed }) {
        await storedQueries.saveSettings({ personRunsAllowed: isAllowed });
        return {};
      },
    }),
  ];
}

async function readFacts(dependencies: Dependencies): Promise<Facts> {
  const { adminToken, storedQueries, refresh, serviceOrigin, now } = dependencies;
  const [token, { personRunsAllowed }, run, lastRun] = await Promise.all([
    adminToken.describe(),
    storedQueries.getSettings(),
    refresh.find(),
    refresh.findLast(),
  ]);
  return {
    now: now(),
    serviceOrigin,
    token: token ?? null,
    personRunsAllowed,
    run: run ? refreshRun.parse(run) : null,
    lastRun: lastRun ? { startedAt: lastRun.startedAt, finishedAt: lastRun.finishedAt } : null,
  };
}

function tokenHandlers({ adminToken }: Dependencies) {
  return [
    secured(functions.saveToken, { ...admin, handle: ({ token }) => adminToken.save(token) }),
    secured(functions.testToken, { ...admin, handle: () => adminToken.test() }),
    secured(functions.removeToken, {
      ...admin,
      async handle() {
        await adminToken.remove();
        return {};
      },
    }),
  ];
}

function queryHandlers({ storedQueries, refresh }: Dependencies) {
  return [
    secured(functions.listStoredRows, {
      ...admin,
      async handle({ cursor }) {
        const { rows, nextCursor } = await readRows(storedQueries.list, cursor);
        return { rows: rows.map(({ hash, row }) => storedRow.parse({ hash, ...row })), nextCursor };
      },
    }),
    secured(functions.listWaitingRows, {
      ...admin,
      async handle({ cursor }) {
        const { rows, nextCursor } = await readRows(storedQueries.listPending, cursor);
        return {
          rows: rows.map(({ hash, row }) => waitingRow.parse({ hash, ...row })),
          nextCursor,
        };
      },
    }),
    secured(functions.removeQuery, {
      ...admin,
      async handle({ hash }) {
        await storedQueries.deletePending(hash);
        await refresh.forget(hash);
        return {};
      },
    }),
    secured(functions.startRefresh, {
      ...admin,
      handle: async ({ hashes }) => refreshRun.parse(await refresh.start(hashes)),
    }),
  ];
}
