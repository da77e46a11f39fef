import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Grant, GrantStore } from './grants';
import { getRemote } from './modules';
import type { AuthProvider, Manifest } from './manifest';
import { resolveAddress } from './origins';
import type { OriginMap } from './origins';
import type { Timers } from './clock';

const tokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
});

interface OAuthClientOptions {
  manifest: Manifest;
  provider: AuthProvider;
  origins: OriginMap;
  clientSecret: string;
  timers: Timers;
}

export interface AuthorizationRequest {
  state: string;
  codeVerifier: string;
  redirectUri: string;
  /** Where the person's browser goes next. */
  address: URL;
}

export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
}

/** The platform's part of OAuth 2.0 for one provider of the manifest: a confidential client with PKCE. */
export class OAuthClient {
  constructor(private readonly options: OAuthClientOptions) {}

  /** Begins a consent; keep what is returned until the browser comes back with `state`. */
  beginAuthorization(redirectUri: string): AuthorizationRequest {
    const { provider } = this.options;
    const state = randomBytes(24).toString('base64url');
    const codeVerifier = randomBytes(48).toString('base64url');
    const address = this.#address(provider.actions.authorization);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state,
      ...(provider.pkce && {
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    }).toString();
    return { state, codeVerifier, redirectUri, address };
  }

  /** @throws {OAuthRefusal} if the service takes neither the code nor its token. */
  async finishAuthorization(request: AuthorizationRequest, code: string): Promise<Grant> {
    const { provider } = this.options;
    const tokens = await this.#requestTokens(provider.actions.exchange, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: request.redirectUri,
      ...(provider.pkce && { code_verifier: request.codeVerifier }),
    });
    return { id: randomUUID(), ...(await this.#readProfile(tokens.accessToken)), ...tokens };
  }

  /** @throws {OAuthRefusal} if the connection has ended. */
  async refresh(grant: Grant): Promise<Grant> {
    if (!grant.refreshToken) throw new OAuthRefusal('The connection cannot be renewed.');
    const tokens = await this.#requestTokens(this.options.provider.actions.refreshToken, {
      grant_type: 'refresh_token',
      refresh_token: grant.refreshToken,
    });
    return { ...grant, refreshToken: grant.refreshToken, ...tokens };
  }

  /** Tells the service that the tokens are no longer needed; a service that is away isn't an error. */
  async revoke(grant: Grant): Promise<void> {
    const token = grant.refreshToken ?? grant.accessToken;
    await this.#post(this.options.provider.actions.revokeToken, { token }).catch(() => undefined);
  }

  async #requestTokens(action: Action, parameters: Record<string, string>) {
    const response = await this.#post(action, parameters);
    const reply = tokenReply.safeParse(await response.json().catch(() => undefined));
    if (response.status >= 500) throw new Error(`The token endpoint answers ${response.status}.`);
    if (!response.ok || !reply.success) {
      throw new OAuthRefusal(`The service gave no token (HTTP ${response.status}).`);
    }
    const { access_token, refresh_token, expires_in, scope } = reply.data;
    return {
      accessToken: access_token,
      ...(refresh_token && { refreshToken: refresh_token }),
      ...(expires_in && { expiresAt: this.options.timers.now().getTime() + expires_in * 1000 }),
      scopes: scope?.split(' ') ?? this.options.provider.scopes,
    };
  }

  async #readProfile(accessToken: string) {
    const { retrieveProfile } = this.options.provider.actions;
    const response = await fetch(this.#address(retrieveProfile), {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const profile = z.record(z.string(), z.unknown()).safeParse(await response.json());
    const [id, displayName] = [retrieveProfile.resolvers.id, retrieveProfile.resolvers.displayName]
      .map((name) => profile.data?.[name])
      .map((value) => z.string().min(1).safeParse(value).data);
    if (!response.ok || !id || !displayName) {
      throw new OAuthRefusal(`The service gave no profile (HTTP ${response.status}).`);
    }
    return { externalAccountId: id, displayName };
  }

  #post(action: Action, parameters: Record<string, string>): Promise<Response> {
    const { provider, clientSecret } = this.options;
    return fetch(this.#address(action), {
      method: 'POST',
      body: new URLSearchParams({
        ...parameters,
        client_id: provider.clientId,
        client_secret: clientSecret,
      }),
    });
  }

  #address({ remote, path }: Action): URL {
    const { manifest, origins } = this.options;
    return resolveAddress(new URL(path, getRemote(manifest, remote).baseUrl), origins);
  }
}

interface Action {
  remote: string;
  path: string;
}

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
  readonly #renewals = new Map<string, Promise<Grant | undefined>>();

  constructor(private readonly options: ProviderFetchOptions) {}

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
    const grant = this.options.grants.find(accountId);
    if (!grant || (grantId !== undefined && grant.id !== grantId)) return undefined;
    const hasRunOut = (grant.expiresAt ?? Infinity) <= this.options.timers.now().getTime();
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
    const { grants, oauth } = this.options;
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
