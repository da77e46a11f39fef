import type { Grant, GrantStore } from './grants';
import { OAuthRefusal } from './oauth-client';
import type { OAuthClient } from './oauth-client';
import type { Timers } from './timers';

interface ProviderFetchOptions {
  grants: GrantStore;
  oauth: OAuthClient;
  timers: Timers;
}

/** The answer that the SDKs turn into their `NeedsAuthenticationError`. */
export function needsAuthentication(): Response {
  return new Response(null, {
    status: 401,
    headers: { 'forge-proxy-error': 'NEEDS_AUTHENTICATION_ERR' },
  });
}

/**
 * Sends requests to the service with a person's grant: renews a token that has run out or that
 * the service refuses, once for all requests that wait for it, and forgets a grant that has ended.
 */
export class ProviderFetch {
  readonly #options: ProviderFetchOptions;
  readonly #renewals = new Map<string, Promise<Grant | undefined>>();

  constructor(options: ProviderFetchOptions) {
    this.#options = options;
  }

  /**
   * Returns the service's answer, or the platform's request for consent where `grantId` is not
   * (or not any more) a grant of this person. A refused token that cannot be renewed is the
   * service's own 401.
   */
  async fetch(
    accountId: string,
    grantId: string | undefined,
    address: URL,
    init: RequestInit,
  ): Promise<Response> {
    const grant = await this.#usableGrant(accountId, grantId);
    if (!grant) return needsAuthentication();
    const response = await send(address, init, grant);
    if (response.status !== 401 || !grant.refreshToken) return response;
    const renewed = await this.#renew(accountId, grant);
    return renewed ? send(address, init, renewed) : needsAuthentication();
  }

  async #usableGrant(accountId: string, grantId: string | undefined): Promise<Grant | undefined> {
    const grant = this.#options.grants.find(accountId);
    if (!grant || (grantId !== undefined && grant.id !== grantId)) return undefined;
    const hasRunOut = (grant.expiresAt ?? Infinity) <= this.#options.timers.now().getTime();
    return hasRunOut ? this.#renew(accountId, grant) : grant;
  }

  #renew(accountId: string, grant: Grant): Promise<Grant | undefined> {
    const running = this.#renewals.get(accountId);
    if (running) return running;
    const renewal = this.#renewOnce(accountId, grant).finally(() =>
      this.#renewals.delete(accountId),
    );
    this.#renewals.set(accountId, renewal);
    return renewal;
  }

  async #renewOnce(accountId: string, used: Grant): Promise<Grant | undefined> {
    const { grants, oauth } = this.#options;
    const current = grants.find(accountId);
    if (current?.accessToken !== used.accessToken) return current;
    try {
      const renewed = await oauth.refresh(used);
      if (grants.find(accountId)?.id !== used.id) return undefined;
      await grants.set(accountId, renewed);
      return renewed;
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      await grants.remove(accountId);
      return undefined;
    }
  }
}

/** A redirect could lead outside of the manifest's remotes, so it comes back as it is. */
function send(address: URL, init: RequestInit, grant: Grant): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${grant.accessToken}`);
  return fetch(address, { ...init, headers, redirect: 'manual' });
}
