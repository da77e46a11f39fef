import type { Client } from '../../api/client';
import { callerOf } from '../access/caller';
import type { ConsentAttempts } from '../access/consent-attempts';
import { isHidden } from '../access/error-reply';
import type { Invocation } from '../access/invocation';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import { findObjects } from '../jql-function/find-objects';
import { QueryRefused } from '../jql-function/query-refused';
import { type Clock, ConsentNeeded, type ServiceAccount } from '../platform/platform';
import type { Refresh } from '../refresh/refresh';
import { Problem } from '../replies/problem';
import {
  goodForMs,
  isWaiting,
  readyForMs,
  type QueryRecord,
  type KeptResult,
} from '../stored-queries/query-record';
import {
  digestOfSources,
  type Handover,
  readRows,
  type StoredQueries,
} from '../stored-queries/stored-queries';
import * as functions from './connect-contract';
import { type Connection, type FinishedSearch, waitingSearch } from './connect-contract';

interface Dependencies {
  /** With the person's own grant. */
  readonly client: Client;
  readonly account: ServiceAccount;
  readonly attempts: ConsentAttempts;
  readonly storedQueries: StoredQueries;
  /** Brings results to searches for which Jira keeps an error. */
  readonly refresh: Pick<Refresh, 'deliver'>;
  readonly now: Clock;
  /** True for the platform's own request for consent. */
  readonly isPlatformPrompt: (error: unknown) => boolean;
}

type ConsentDependencies = Pick<Dependencies, 'account' | 'attempts' | 'isPlatformPrompt'>;

const everyone = { policy: licensedPerson, modules: ['connect'] };

export function connectHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { client, storedQueries, now } = dependencies;
  return [
    secured(functions.findConnection, everyone, (_, invocation) =>
      describeConnection(dependencies, accountIdOf(invocation)),
    ),
    secured(functions.connect, everyone, ({ asksByItself }, invocation) =>
      connect(dependencies, accountIdOf(invocation), asksByItself),
    ),
    secured(functions.listWaitingSearches, everyone, async ({ cursor }) => {
      await requireConnection(client);
      return listWaitingSearches(storedQueries, now(), cursor);
    }),
    secured(functions.runSearch, everyone, async ({ hash }) => {
      await requireConnection(client);
      return finishedOf(await runAsPerson(dependencies, hash), now());
    }),
  ];
}

/** @throws {Problem} NOT_ALLOWED for anyone without a license */
function accountIdOf(invocation: Invocation): string {
  const caller = callerOf(invocation);
  if (caller.kind !== 'person') throw new Problem('NOT_ALLOWED');
  return caller.accountId;
}

/** Asks whose account is connected, and without one whether the person was just asked. A grant ends the attempt. */
async function describeConnection(
  { client, attempts }: Pick<Dependencies, 'client' | 'attempts'>,
  accountId: string,
): Promise<Connection> {
  const grant = await findConnection(client);
  if (!grant.isConnected) return { ...grant, attempt: await stateOf(attempts.has(accountId)) };
  // An attempt that can't be removed ends by itself.
  await attempts.remove(accountId).catch(() => undefined);
  return grant;
}

function stateOf(hasAttempt: Promise<boolean>) {
  return hasAttempt.then(
    (isRecent) => (isRecent ? 'recent' : 'none'),
    () => 'unknown' as const,
  );
}

/**
 * Asks for consent. Where the page asks by itself, only if that can be remembered, so that nobody is asked twice.
 * Nothing is remembered where the platform couldn't ask.
 * @throws the platform's own error, which makes the host ask; {StoreError} where the page asks by itself
 */
async function connect(
  { account, attempts, isPlatformPrompt }: ConsentDependencies,
  accountId: string,
  asksByItself: boolean,
) {
  if (asksByItself) {
    if (!(await attempts.addFirst(accountId))) return { attempt: 'recent' } as const;
  } else {
    await attempts.save(accountId).catch(() => undefined);
  }
  try {
    return await account.requestConsent();
  } catch (error) {
    if (!isPlatformPrompt(error)) await attempts.remove(accountId).catch(() => undefined);
    throw error;
  }
}

/**
 * Only people who have connected their account may see what others search for.
 * @throws {ConsentNeeded} and as findConnection
 */
async function requireConnection(client: Client): Promise<void> {
  const { isConnected } = await findConnection(client);
  if (!isConnected) throw new ConsentNeeded();
}

/** None where people may not run them. */
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

type GrantState = Extract<Connection, { isConnected: true }> | { readonly isConnected: false };

/**
 * Asks the service who the grant belongs to, since only it knows whether the grant is still good.
 * @throws {Problem} ACCOUNT_NOT_KNOWN
 * @throws {ServiceError} where the service does not answer
 */
export async function findConnection(client: Client): Promise<GrantState> {
  try {
    const { name, email } = await client.users.current();
    return { isConnected: true, name, email };
  } catch (error) {
    if (error instanceof ConsentNeeded) return { isConnected: false };
    if (isHidden(error)) throw new Problem('ACCOUNT_NOT_KNOWN', undefined, { cause: error });
    throw error;
  }
}

type Found = Pick<KeptResult, 'objectCount' | 'computedAt'>;

/** A resolver ends after 25 seconds. */
const timeoutMs = 20_000;

/**
 * Runs the query of a waiting search with a person's account. The next search within 10 minutes uses
 * the result; until then, a further run returns the same one and doesn't ask the service.
 * @returns what was found, and when
 * @throws {Problem} PERSON_RUNS_FORBIDDEN, SEARCH_GONE, SEARCH_REFUSED (the detail says why),
 *   WORKSPACE_NOT_ACCESSIBLE (to the person's own account)
 * @throws {ServiceError} or ConsentNeeded, StoreError
 */
export async function runAsPerson(
  { client, storedQueries, refresh, now }: Omit<Dependencies, keyof ConsentDependencies>,
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
    // First: a kept result isn't delivered again. The delivery itself happens after this function.
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

/** Shows the result in the lists of waiting searches. */
async function tellOf(storedQueries: StoredQueries, hash: string, ready: Found): Promise<void> {
  const record = await storedQueries.find(hash);
  if (record?.waiting) await storedQueries.save({ ...record, ready });
}

function foundIn({ objectIds, computedAt }: Handover): Found {
  return { objectCount: objectIds.length, computedAt };
}
