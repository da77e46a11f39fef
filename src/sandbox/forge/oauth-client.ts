import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Grant } from './grants';
import { getRemote } from './modules';
import type { AuthProvider, Manifest } from './manifest';
import { resolveAddress } from './origins';
import type { OriginMap } from './origins';
import type { Timers } from './timers';

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

/** The service refused a code or a token. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
}

/** The platform's part of OAuth 2.0 for one provider of the manifest: a confidential client with PKCE. */
export class OAuthClient {
  readonly #options: OAuthClientOptions;

  constructor(options: OAuthClientOptions) {
    this.#options = options;
  }

  /** Begins a consent; keep what is returned until the browser comes back with `state`. */
  beginAuthorization(redirectUri: string): AuthorizationRequest {
    const { provider } = this.#options;
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
    const { provider } = this.#options;
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
    const tokens = await this.#requestTokens(this.#options.provider.actions.refreshToken, {
      grant_type: 'refresh_token',
      refresh_token: grant.refreshToken,
    });
    return { ...grant, refreshToken: grant.refreshToken, ...tokens };
  }

  /** Tells the service that the tokens are no longer needed; a service that is away isn't an error. */
  async revoke(grant: Grant): Promise<void> {
    const token = grant.refreshToken ?? grant.accessToken;
    await this.#post(this.#options.provider.actions.revokeToken, { token }).catch(() => undefined);
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
      ...(expires_in && { expiresAt: this.#options.timers.now().getTime() + expires_in * 1000 }),
      scopes: scope?.split(' ') ?? this.#options.provider.scopes,
    };
  }

  async #readProfile(accessToken: string) {
    const { retrieveProfile } = this.#options.provider.actions;
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
    const { provider, clientSecret } = this.#options;
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
    const { manifest, origins } = this.#options;
    return resolveAddress(new URL(path, getRemote(manifest, remote).baseUrl), origins);
  }
}

interface Action {
  remote: string;
  path: string;
}
