import { asUser, getAppContext, ProxyRequestError } from '@forge/api';
import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import { ForgeKvsAPIError, kvs, MetadataField, type Ttl, WhereConditions } from '@forge/kvs';
import {
  fetchTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../api/client';
import { appJiraClient, jiraAsApp } from './app-jira-client';
import { jiraAsPerson } from './jira-as-person';
import { jiraLimit } from './jira-limit';
import { ConsentNeeded, type Platform, providerKey, ServiceAddressMissing } from './platform';
import { isPlatformPrompt } from './jira-replies';
import { serviceManagement } from './service-management';
import {
  type KeyValueStore,
  type RefreshQueue,
  type SecretStore,
  type StoredPage,
  StoreError,
} from './storage';

const pageSize = 100;

/** @see docs/platform-assumptions.md, 53 */
const keyIsThere = 'KEY_CONFLICT';

const forgeStore: KeyValueStore = {
  find,
  set: (key, value, { ttlSeconds } = {}) =>
    attempt(kvs.set(key, value, ttlSeconds === undefined ? {} : { ttl: inSeconds(ttlSeconds) })),
  setIfAbsent,
  delete: (key) => attempt(kvs.delete(key)),
  list,
};

const forgeSecrets: SecretStore = {
  find: (key) => attempt(kvs.getSecret<unknown>(key)),
  set: (key, value) => attempt(kvs.setSecret(key, value)),
  delete: (key) => attempt(kvs.deleteSecret(key)),
};

/** The platform may answer what has expired for up to 48 hours more. */
async function find(key: string): Promise<unknown> {
  const row = await attempt(kvs.get<unknown>(key, { metadataFields: [MetadataField.EXPIRE_TIME] }));
  return row && isInTime(row) ? row.value : undefined;
}

async function setIfAbsent(
  key: string,
  value: unknown,
  { ttlSeconds }: { readonly ttlSeconds: number },
): Promise<boolean> {
  const options = { keyPolicy: 'FAIL_IF_EXISTS', ttl: inSeconds(ttlSeconds) } as const;
  try {
    await attempt(kvs.set(key, value, options));
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === keyIsThere) return false;
    throw error;
  }
}

async function list(prefix: string, cursor?: string): Promise<StoredPage> {
  const all = kvs
    .query({ metadataFields: [MetadataField.EXPIRE_TIME] })
    .where('key', WhereConditions.beginsWith(prefix))
    .limit(pageSize);
  const { results, nextCursor } = await attempt(
    (cursor === undefined ? all : all.cursor(cursor)).getMany<unknown>(),
  );
  const entries = results.filter(isInTime).map(({ key, value }) => ({ key, value }));
  return nextCursor ? { entries, nextCursor } : { entries };
}

function isInTime({ expireTime }: { expireTime?: string }): boolean {
  return expireTime === undefined || Date.now() < Date.parse(expireTime);
}

function inSeconds(value: number): Ttl {
  return { unit: 'SECONDS', value };
}

/** The platform's message is left out: it may repeat what was to be stored. */
async function attempt<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    throw new StoreError(cause instanceof ForgeKvsAPIError ? cause.code : 'UNKNOWN', { cause });
  }
}

/**
 * The service's address is a variable of the app, the same one that manifest.yml lets out.
 * @see docs/platform-assumptions.md, 37
 */
function tokenTransport(token: string): Transport {
  const origin = process.env['WDS_ORIGIN'];
  if (origin === undefined || origin === '') throw new ServiceAddressMissing('No WDS_ORIGIN');
  return fetchTransport(origin, { token });
}

/** The queue's key in manifest.yml. */
const queueKey = 'refresh';

/** One event at a time, over all events of the installation. */
const concurrency = { key: 'refresh', limit: 1 };

const forgeRefreshQueue: RefreshQueue = {
  async push(body, { delaySeconds } = {}) {
    const delay = delaySeconds === undefined ? {} : { delayInSeconds: delaySeconds };
    try {
      await new Queue({ key: queueKey }).push({ body, concurrency, ...delay });
    } catch (cause) {
      throw new StoreError(cause instanceof Error ? cause.name : 'UNKNOWN', { cause });
    }
  },
};

/** The person's own grant for the service. */
export const serviceAccount = {
  /** Sends requests with the person's grant. @throws {ConsentNeeded} where there is none any more */
  transport: sendWithGrant,
  /** Whether there is one, which may have ended at the service. Doesn't ask the service. */
  hasGrant: () => asUser().withProvider(providerKey).hasCredentials(),
  requestConsent,
};

/**
 * The platform reports a grant that ended under its own service key instead of the provider's, a
 * fetch without any grant as a plain error, and a request that it refuses itself with 401 or 403:
 * all are one thing here, as is the service's 401. Redirects are answers, and never followed.
 * @see docs/platform-assumptions.md, 11 and 37
 */
async function sendWithGrant(path: string, request: TransportRequest): Promise<TransportResponse> {
  const provider = asUser().withProvider(providerKey);
  if (!(await provider.hasCredentials())) throw new ConsentNeeded('No grant');
  let response: TransportResponse;
  try {
    response = await provider.fetch(path, { ...request, redirect: 'manual' });
  } catch (cause) {
    if (isGrantRefused(cause)) throw new ConsentNeeded('The grant ended', { cause });
    throw cause;
  }
  if (response.status === 401) throw new ConsentNeeded('The service refused the grant');
  return response;
}

function isGrantRefused(error: unknown): boolean {
  if (isPlatformPrompt(error)) return true;
  return error instanceof ProxyRequestError && [401, 403].includes(error.status);
}

/**
 * Asks the platform for the person's consent.
 * @throws the platform's own error, which makes the host show the consent prompt
 */
async function requestConsent(): Promise<never> {
  await asUser().withProvider(providerKey).requestCredentials();
  throw new Error('The platform did not ask for consent');
}

/**
 * What a function returns to be called with the same event again, at most four times.
 * @see https://developer.atlassian.com/platform/forge/events-reference/product_events/
 */
export const requestRepeat = (): unknown =>
  new InvocationError({
    retryAfter: 60,
    retryReason: InvocationErrorCode.FUNCTION_RETRY_REQUEST,
  });

export const forgePlatform: Platform = {
  tenantKey,
  asPerson: jiraAsPerson,
  asApp: jiraAsApp,
  serviceManagement,
  account: serviceAccount,
  appJira: appJiraClient,
  store: forgeStore,
  secrets: forgeSecrets,
  refreshQueue: forgeRefreshQueue,
  jiraLimit,
  tokenTransport,
};

/** @throws {Error} where the platform names no installation, so that nothing is shared by mistake */
function tenantKey(): string {
  const { installationId } = getAppContext().installationAri;
  if (!installationId) throw new Error("The platform didn't name an installation");
  return installationId;
}
