import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import type { FailureLog } from '../replies/failure-log';
import type { AdminTokenFacts } from '../access/admin-token-facts';
import { adminsOnly, type Permissions } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { findConnection } from '../connect/connect-handlers';
import { findConnection as connectionFunction } from '../connect/connect-contract';
import type { JiraAsPerson, Platform } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { foundTokenRefused } from '../refresh/run-facts';
import { isWaiting, stateOf, type QueryRecord } from '../stored-queries/query-record';
import { readRows, type StoredQueries } from '../stored-queries/stored-queries';
import { checkHealth } from './check-health';
import { findHolders } from './find-holders';
import { findUnreadableFields } from './find-unreadable-fields';
import * as functions from './admin-contract';
import { listAdminFields } from './list-admin-fields';
import { searchEverywhere } from './search-everywhere';
import {
  refreshRun,
  refreshStart,
  storedRow,
  waitingRow,
  type Facts,
  type SavedToken,
  type WorkingToken,
} from './admin-replies';

interface Dependencies {
  /** With the admin's own grant. */
  readonly client: Client;
  /** With an access token. */
  readonly clientOf: (token: string) => Client;
  /** With no credential that the service knows. */
  readonly strangerClient: () => Client;
  readonly asPerson: JiraAsPerson;
  readonly platform: Pick<Platform, 'asPerson' | 'asApp' | 'store'>;
  readonly permissions: Permissions;
  readonly adminToken: AdminToken;
  readonly storedQueries: StoredQueries;
  readonly refresh: Refresh;
  readonly serviceOrigin: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

/** Whoever calls, from the one page there is, administers Jira. */
const admin = adminsOnly(['admin']);

/** What the admin page may ask. A reply is parsed where what is kept holds more than is shown. */
export function adminHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [
    ...overviewHandlers(dependencies),
    ...tokenHandlers(dependencies),
    ...queryHandlers(dependencies),
  ];
}

function overviewHandlers(dependencies: Dependencies) {
  const { client, asPerson, storedQueries, platform, permissions } = dependencies;
  return [
    secured(functions.findFacts, { ...admin, handle: () => readFacts(dependencies) }),
    secured(functions.listAdminFields, {
      ...admin,
      handle: async () => ({ fields: await listAdminFields(asPerson) }),
    }),
    secured(functions.findHolders, {
      ...admin,
      async handle({ sought }, invocation) {
        const proof = await permissions.get(invocation, { kind: 'administerJira' });
        return findHolders(platform, proof, sought.trim());
      },
    }),
    secured(functions.searchEverywhere, {
      ...admin,
      handle: ({ text }) => searchEverywhere(client, text),
    }),
    secured(connectionFunction, { ...admin, handle: () => findConnection(client) }),
    secured(functions.checkHealth, {
      ...admin,
      handle: () => checkHealth({ ...dependencies, testToken: () => testToken(dependencies) }),
    }),
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
    storedQueries.findLastRun(),
  ]);
  return {
    now: now(),
    serviceOrigin,
    token: token ?? null,
    isTokenRefused: token !== undefined && foundTokenRefused(run, token.setAt),
    personRunsAllowed,
    run: run ? refreshRun.parse(run) : null,
    lastRun: lastRun ?? null,
    dailyRequestedAt: run?.dailyRequestedAt ?? null,
  };
}

function tokenHandlers(dependencies: Dependencies) {
  const { adminToken } = dependencies;
  return [
    secured(functions.saveToken, {
      ...admin,
      handle: ({ token, isInsistedOn = false }) => saveToken(dependencies, token, isInsistedOn),
    }),
    secured(functions.testToken, {
      ...admin,
      handle: () => testToken(dependencies),
    }),
    secured(functions.removeToken, {
      ...admin,
      async handle() {
        await adminToken.remove();
        return {};
      },
    }),
  ];
}

/**
 * A refresh takes away what the token can't read: one that lacks some of it is kept only where the
 * admin insists. Where nobody says what it reads, it is kept.
 */
async function saveToken(
  { adminToken, asPerson, clientOf, refresh, log }: Dependencies,
  token: string,
  isInsistedOn: boolean,
): Promise<SavedToken> {
  const facts = await adminToken.check(token);
  const unreadableFields = isInsistedOn
    ? []
    : ((await findUnreadableFields(asPerson, clientOf(token))) ?? []);
  if (unreadableFields.length > 0) return { isSaved: false, unreadableFields };
  await adminToken.keep(token, facts);
  try {
    // Jira does not ask the function again for searches whose results expired.
    await refresh.request({ kind: 'all' });
    return { isSaved: true, hasRefreshBegun: true };
  } catch (error) {
    log({ functionKey: functions.saveToken.key }, error);
    return { isSaved: true, hasRefreshBegun: false };
  }
}

async function testToken(dependencies: Dependencies): Promise<WorkingToken> {
  return withUnreadable(dependencies, await dependencies.adminToken.test());
}

/** What the stored token, which was just found to work, can't read. */
async function withUnreadable(
  { adminToken, asPerson, clientOf }: Dependencies,
  facts: AdminTokenFacts,
): Promise<WorkingToken> {
  const token = await adminToken.find();
  if (token === undefined) return facts;
  return { ...facts, unreadableFields: await findUnreadableFields(asPerson, clientOf(token)) };
}

function queryHandlers({ storedQueries, refresh, now }: Dependencies) {
  return [
    secured(functions.listStoredRows, {
      ...admin,
      async handle({ cursor }) {
        const hasResult = ({ result }: QueryRecord) => result !== undefined;
        const { rows, nextCursor } = await readRows(storedQueries.list, cursor, hasResult);
        const shown = rows.map(({ hash, row }) => storedRow.parse({ hash, ...row, ...row.result }));
        return { rows: shown, nextCursor };
      },
    }),
    secured(functions.listWaitingRows, {
      ...admin,
      async handle({ cursor }) {
        const moment = { now: now(), lastRun: undefined };
        const waits = ({ result, waiting }: QueryRecord) =>
          result === undefined && isWaiting(waiting, moment.now);
        const { rows, nextCursor } = await readRows(storedQueries.list, cursor, waits);
        const shown = rows.map(({ hash, row }) => {
          const isRun = stateOf(row, moment) === 'ready';
          return waitingRow.parse({ ...row, ...row.waiting, hash, isRun });
        });
        return { rows: shown, nextCursor };
      },
    }),
    secured(functions.removeQuery, {
      ...admin,
      async handle({ hash }) {
        await storedQueries.endWaiting(hash);
        await refresh.forget(hash);
        return {};
      },
    }),
    secured(functions.startRefresh, {
      ...admin,
      handle: async ({ hashes }) =>
        refreshStart.parse(await refresh.request({ kind: 'now', hashes })),
    }),
  ];
}
