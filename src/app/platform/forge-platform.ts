import { asUser, getAppContext, ProxyRequestError } from '@forge/api';
import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import {
  fetchTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../api/client';
import { appJiraClient, jiraAsApp } from './app-jira-client';
import { forgeSecrets, forgeStore } from './forge-storage';
import { jiraAsPerson } from './jira-as-person';
import { jiraLimit } from './jira-limit';
import { ConsentNeeded, type Platform, providerKey, ServiceAddressMissing } from './platform';
import { isPlatformPrompt } from './platform-prompt';
import { serviceManagement } from './service-management';
import { type RefreshQueue, StoreError } from './storage';

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

/** The real platform: Forge's SDK, which knows the invocation that it runs in. */
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
