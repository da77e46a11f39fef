import { asUser, ProxyRequestError } from '@forge/api';
import type { TransportRequest, TransportResponse } from '../../api/client';
import { ConsentNeeded, providerKey, type ServiceAccount } from './platform';
import { isPlatformPrompt } from './platform-prompt';

export const serviceAccount: ServiceAccount = {
  transport: sendWithGrant,
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

async function requestConsent(): Promise<never> {
  await asUser().withProvider(providerKey).requestCredentials();
  throw new Error('The platform did not ask for consent');
}
