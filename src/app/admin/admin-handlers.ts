import { allEntries, type Client, ServiceError, everyEntry } from '../../api/client';
import { everything } from '../../query';
import type { AdminToken } from '../access/admin-token';
import { adminErrorReply } from '../access/error-reply';
import { adminsOnly, type Permissions } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import { findConnection } from '../connect/connect-handlers';
import {
  attributesFor,
  maximumAttributes,
  textTypes,
} from '../field-configuration/configured-attributes';
import type { LabelRound } from '../label-upkeep/label-round';
import { createLabelUpkeep, loadLabelChanges } from '../label-upkeep/label-upkeep';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import { maximumFoundObjects } from '../objects/objects-contract';
import { searchObjects, type FoundObjects } from '../objects/find-objects';
import type { Clock, Platform } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { refreshTexts } from '../refresh/refresh-texts';
import { foundTokenRefused, shownRun } from '../refresh/run-facts';
import type { FailureLog } from '../replies/failure-log';
import { Problem, problemTexts } from '../replies/problem';
import { isWaiting, stateOf, type QueryRecord } from '../stored-queries/query-record';
import { readRows, type StoredQueries } from '../stored-queries/stored-queries';
import * as functions from './admin-contract';
import {
  refreshStart,
  storedRow,
  waitingRow,
  type Facts,
  type SavedToken,
  type Health,
} from './admin-contract';
import { findHolders, findUnreadableFields, listAdminFields } from './admin-fields-handlers';

interface Dependencies {
  /** With the admin's own grant. */
  readonly client: Client;
  /** With an access token. */
  readonly clientOf: (token: string) => Client;
  /** With no credential that the service knows. */
  readonly strangerClient: () => Client;
  readonly platform: Pick<Platform, 'asPerson' | 'asApp' | 'store' | 'refreshQueue'>;
  readonly permissions: Permissions;
  readonly adminToken: AdminToken;
  readonly storedQueries: StoredQueries;
  readonly refresh: Refresh;
  readonly labelRound: LabelRound;
  readonly serviceOrigin: string | undefined;
  readonly now: Clock;
  readonly log: FailureLog;
}

const admin = adminsOnly(['admin']);

/** The functions of the admin page. A reply is parsed where a record holds more than the page shows. */
export function adminHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [
    ...overviewHandlers(dependencies),
    ...tokenHandlers(dependencies),
    ...queryHandlers(dependencies),
    ...labelHandlers(dependencies),
  ];
}

function overviewHandlers(dependencies: Dependencies) {
  const { client, storedQueries, platform, permissions } = dependencies;
  return [
    secured(functions.findFacts, admin, () => readFacts(dependencies)),
    secured(functions.listAdminFields, admin, async () => ({
      fields: await listAdminFields(platform.asPerson),
    })),
    secured(functions.findHolders, admin, async ({ sought }, invocation) => {
      const proof = await permissions.get(invocation, { kind: 'administerJira' });
      return findHolders(platform, proof, sought.trim());
    }),
    secured(functions.searchEverywhere, admin, ({ text }) => searchEverywhere(client, text)),
    secured(functions.checkHealth, admin, () => checkHealth(dependencies)),
    secured(functions.allowPersonRuns, admin, async ({ isAllowed }) => {
      await storedQueries.saveSettings({ personRunsAllowed: isAllowed });
      return {};
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
    run: run ? shownRun.parse(run) : null,
    lastRun: lastRun ?? null,
    dailyRequestedAt: run?.dailyRequestedAt ?? null,
  };
}

function tokenHandlers(dependencies: Dependencies) {
  const { adminToken } = dependencies;
  return [
    secured(functions.saveToken, admin, ({ token, isInsistedOn = false }) =>
      saveToken(dependencies, token, isInsistedOn),
    ),
    secured(functions.removeToken, admin, async () => {
      await adminToken.remove();
      return {};
    }),
  ];
}

/**
 * A refresh takes away what the token can't read, so a token that can't read every field is saved only
 * if the admin insists. It is saved if nobody can tell what it reads.
 */
async function saveToken(
  { adminToken, platform, clientOf, refresh, labelRound, log }: Dependencies,
  token: string,
  isInsistedOn: boolean,
): Promise<SavedToken> {
  const facts = await adminToken.check(token);
  const unreadableFields = isInsistedOn
    ? []
    : ((await findUnreadableFields(platform.asPerson, clientOf(token))) ?? []);
  if (unreadableFields.length > 0) {
    return { isSaved: false, unreadableFields, blockedIn: facts.blockedIn ?? [] };
  }
  await adminToken.keep(token, facts);
  const hasBegun = (asked: Promise<unknown>) =>
    asked.then(
      () => true,
      (error: unknown) => {
        log({ functionKey: functions.saveToken.key }, error);
        return false;
      },
    );
  await hasBegun(labelRound.request());
  // Jira does not ask the function again for searches whose results expired.
  return { isSaved: true, hasRefreshBegun: await hasBegun(refresh.request({ kind: 'all' })) };
}

function queryHandlers({ storedQueries, refresh, now }: Dependencies) {
  return [
    secured(functions.listStoredRows, admin, async ({ cursor }) => {
      const hasResult = ({ result }: QueryRecord) => result !== undefined;
      const { rows, nextCursor } = await readRows(storedQueries.list, cursor, hasResult);
      const shown = rows.map(({ hash, row }) => storedRow.parse({ hash, ...row, ...row.result }));
      return { rows: shown, nextCursor };
    }),
    secured(functions.listWaitingRows, admin, async ({ cursor }) => {
      const moment = { now: now(), lastRun: undefined };
      const waits = ({ result, waiting }: QueryRecord) =>
        result === undefined && isWaiting(waiting, moment.now);
      const { rows, nextCursor } = await readRows(storedQueries.list, cursor, waits);
      const shown = rows.map(({ hash, row }) => {
        const isRun = stateOf(row, moment) === 'ready';
        return waitingRow.parse({ ...row, ...row.waiting, hash, isRun });
      });
      return { rows: shown, nextCursor };
    }),
    secured(functions.removeQuery, admin, async ({ hash }) => {
      await storedQueries.endWaiting(hash);
      await refresh.forget(hash);
      return {};
    }),
    secured(functions.startRefresh, admin, async ({ hashes }) =>
      refreshStart.parse(await refresh.request({ kind: 'now', hashes })),
    ),
  ];
}

function labelHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { platform, permissions, adminToken, clientOf, labelRound } = dependencies;
  const upkeep = createLabelUpkeep(dependencies);
  return [
    secured(functions.findLabelJob, admin, async () => {
      const [job, daily] = await Promise.all([upkeep.find(), labelRound.find()]);
      return { job: job ?? null, daily };
    }),
    secured(functions.turnDailyLabels, admin, async ({ isOn }) => {
      await labelRound.turn(isOn);
      return {};
    }),
    secured(functions.startLabelJob, admin, async ({ fieldId, isDryRun }, invocation) => {
      const proof = await permissions.get(invocation, { kind: 'administerJira' });
      return { isStarted: await upkeep.start(fieldId, isDryRun, proof) };
    }),
    secured(functions.cancelLabelJob, admin, async () => {
      await upkeep.cancel();
      return {};
    }),
    secured(functions.listLabelChanges, admin, async () => {
      const token = await adminToken.find();
      if (token === undefined) throw new Problem('TOKEN_MISSING');
      return loadLabelChanges(platform, clientOf(token));
    }),
  ];
}

/** Asks the service now. Never fails: a failure is part of the answer. */
async function checkHealth(dependencies: Dependencies): Promise<Health> {
  const [account, token] = await Promise.all([
    checkAccount(dependencies.client),
    checkToken(dependencies),
  ]);
  const hasAnswered = account.kind === 'works' || token.kind === 'works';
  const serviceTrouble = hasAnswered ? undefined : await findServiceTrouble(dependencies);
  return { serviceTrouble, account, token };
}

async function checkAccount(client: Client): Promise<Health['account']> {
  try {
    const connection = await findConnection(client);
    return connection.isConnected
      ? { kind: 'works', name: connection.name, email: connection.email }
      : { kind: 'absent' };
  } catch (error) {
    return { kind: 'fails', message: messageOf(error) };
  }
}

async function checkToken({
  adminToken,
  platform,
  clientOf,
}: Dependencies): Promise<Health['token']> {
  try {
    const facts = await adminToken.test();
    const token = await adminToken.find();
    const unreadableFields =
      token === undefined
        ? undefined
        : await findUnreadableFields(platform.asPerson, clientOf(token));
    return { kind: 'works', ...facts, unreadableFields };
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOKEN_MISSING') return { kind: 'absent' };
    const isRefused = error instanceof Problem && error.code === 'TOKEN_REFUSED';
    // The problem's own text belongs beside the form that takes a token.
    const message = isRefused ? refreshTexts.tokenRefused : messageOf(error);
    return { kind: 'fails', message, isRefused };
  }
}

/** Undefined where the service answers, even if it doesn't know who asks. */
async function findServiceTrouble({ strangerClient }: Dependencies): Promise<string | undefined> {
  try {
    await strangerClient().users.current();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && answeredCodes.includes(error.code)) return undefined;
    return error instanceof ServiceError && error.code === 'cannotSend'
      ? error.message
      : messageOf(error);
  }
}

const answeredCodes = ['unauthorized', 'forbidden', 'notFound', 'rateLimited'];

function messageOf(error: unknown): string {
  const reply = adminErrorReply(error);
  return reply.kind === 'problem' ? reply.message : problemTexts.ACCOUNT_NOT_KNOWN.message;
}

/** How many workspaces are searched; an object of another one is found by its id or label. */
const maximumWorkspaces = 20;

/**
 * The first objects of any type whose label or text matches what was typed, in the workspaces that the
 * admin can read, by label; and how many match. Nothing where they can read none.
 * @throws {ServiceError} or ConsentNeeded
 */
async function searchEverywhere(
  client: Client,
  typedText: string,
): Promise<Omit<FoundObjects, 'query'>> {
  const workspaceIds: string[] = [];
  for await (const { id } of everyEntry(client.workspaces.list)) {
    if (workspaceIds.push(id) === maximumWorkspaces) break;
  }
  const parts = await Promise.all(
    workspaceIds.map((workspaceId) => searchWorkspace(client, workspaceId, typedText)),
  );
  const objects = parts.flatMap((part) => part.objects);
  return {
    objects: objects
      .sort((one, other) => one.label.localeCompare(other.label))
      .slice(0, maximumFoundObjects),
    total: parts.reduce((sum, part) => sum + part.total, 0),
    searchedNames: [...new Set(parts.flatMap((part) => part.searchedNames ?? []))],
  };
}

/** The service shows no more at once, in one workspace. */
const maximumShownAttributes = 100;
/** A search of more would take too long. */
const maximumSearchedNames = 10;

/** Finds and shows the first text attributes of each type too, such as a serial number. */
async function searchWorkspace(client: Client, workspaceId: string, typedText: string) {
  const types = await allEntries(client.inWorkspace(workspaceId).types.listEnriched);
  const attributes = types
    .flatMap((type) => textsOf(type).slice(0, maximumAttributes))
    .slice(0, maximumShownAttributes)
    .map(({ id, name, attributeTypeCode }) => ({ attributeId: id, name, attributeTypeCode }));
  const names = [...new Set(attributes.map(({ name }) => name))];
  const searchedAttributes = names.slice(0, maximumSearchedNames).map((name) => ({ name }));
  const source = { workspaceId, query: everything(), attributes, searchedAttributes };
  return searchObjects(client, source, typedText);
}

function textsOf(type: TypeChoice): TypeChoice['attributes'] {
  return attributesFor('searchedAttributes', type).filter(({ attributeTypeCode }) =>
    textTypes.has(attributeTypeCode),
  );
}
