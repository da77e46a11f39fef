import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type * as Library from 'oidc-provider';
import type { ClientMetadata, Configuration, Provider, JWK } from 'oidc-provider';
import * as z from 'zod';
import type { Database, Queryable } from '../base/database/database';
import { renderErrorPage } from '../base/html/error-page';
import { pageHeaders } from '../base/html/layout';
import { createOAuthStorage } from './oauth-storage';
import { findAccount } from './people';

/** Where the platform's own sign-in ends, whatever the site. */
const platformRedirectUri = 'https://id.atlassian.com/outboundAuth/finish';

const minute = 60;
const day = 24 * 60 * minute;

/** Lifetimes in seconds. A refresh token is renewed at each use, its grant is not. */
const lifetimes = {
  AccessToken: 60 * minute,
  AuthorizationCode: 2 * minute,
  RefreshToken: 90 * day,
  Grant: 365 * day,
  Interaction: 30 * minute,
  Session: day,
};
export const sessionLifetimeMs = lifetimes.Session * 1000;

/** An app that people may let read for them. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people see when they are asked whether it may read for them. */
  readonly name: string;
  /** Where it may receive codes, besides the platform's own address. */
  readonly redirectUris: readonly string[];
}

export const readScope = 'read';

interface AuthorizationServerOptions {
  readonly database: Database;
  readonly issuer: string;
  readonly clients: readonly OAuthClient[];
  readonly clock: () => Date;
  readonly reportError: (error: unknown, request?: IncomingMessage) => void;
}

/**
 * OAuth 2.0 for confidential clients: authorization code with or without PKCE, rotated refresh
 * tokens, revocation. Sign-in and consent are our own pages under `/oauth/interaction/`. The library
 * is loaded here, with the first sign-in; on Node.js 20 it then says once that it prefers 22.
 */
export async function createAuthorizationServer(
  options: AuthorizationServerOptions,
): Promise<Provider> {
  const [library, keys] = await Promise.all([
    import('oidc-provider'),
    getIdentityKeys(options.database),
  ]);
  const adapter = createOAuthStorage({
    ...options,
    createReplayError: () => new library.errors.InvalidGrant('already used'),
    createUnstorableError: () =>
      new library.errors.InvalidRequest('a parameter has a character that cannot be stored'),
  });
  const server = new library.Provider(options.issuer, {
    ...configuration(options, keys),
    interactions: {
      policy: createInteractionPolicy(library),
      url: (_context, interaction) => interactionPath(interaction.uid),
    },
    adapter,
  });
  server.proxy = options.issuer.startsWith('https:');
  server.onerror = (error: unknown) => options.reportError(error);
  server.on('server_error', ({ req }, error) => options.reportError(error, req));
  return server;
}

function configuration(options: AuthorizationServerOptions, keys: IdentityKeys): Configuration {
  return {
    clients: options.clients.map(describeClient),
    scopes: [readScope],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientBasedCORS: () => false,
    cookies: {
      keys: [keys.cookieKey],
      names: {
        session: 'wds-session',
        interaction: 'wds-interaction',
        resume: 'wds-interaction-resume',
      },
    },
    jwks: { keys: [keys.signingKey] },
    ttl: lifetimes,
    pkce: { required: () => false },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
    },
    // Each connection needs its own consent and is ended separately: the browser may be signed in as
    // someone else, and two people may use the same account.
    loadExistingGrant: ({ oidc }) =>
      oidc.result?.consent?.grantId === undefined
        ? undefined
        : oidc.provider.Grant.find(oidc.result.consent.grantId),
    async findAccount(_context, accountId) {
      const account = await findAccount(options.database, accountId);
      return account && { accountId: account.id, claims: () => ({ sub: account.id }) };
    },
    renderError(context, { error, error_description: detail }, cause) {
      context.set(pageHeaders());
      context.type = 'html';
      context.body = renderErrorPage({ error, detail, name: cause.name });
    },
  };
}

/** What is asked of people in which order; before anything is, whether the app would get anything for it. */
function createInteractionPolicy({ interactionPolicy, errors }: typeof Library) {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  const check = new Check('scope_missing', 'the scope is missing or unknown', ({ oidc }) => {
    if (oidc.requestParamScopes.has(readScope)) return Check.NO_NEED_TO_PROMPT;
    throw new errors.InvalidScope(
      `ask for the scope ${readScope}`,
      [...oidc.requestParamScopes].join(' '),
    );
  });
  policy.add(new Prompt({ name: 'scope' }, check), 0);
  return policy;
}

export function interactionPath(uid: string): string {
  return `/oauth/interaction/${encodeURIComponent(uid)}`;
}

function describeClient(client: OAuthClient): ClientMetadata {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    client_name: client.name,
    redirect_uris: [...new Set([platformRedirectUri, ...client.redirectUris])],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: readScope,
    token_endpoint_auth_method: 'client_secret_post',
  };
}

interface IdentityKeys {
  /** Signs the cookies of sessions and interactions. */
  readonly cookieKey: string;
  /** ES256, private. */
  readonly signingKey: JWK;
}

const storedKeys = z.object({
  cookieKey: z.string().min(32),
  signingKey: z.looseObject({ kty: z.string(), d: z.string() }),
});

/** The service's own keys, made on the first start and the same ever after. */
async function getIdentityKeys(database: Queryable): Promise<IdentityKeys> {
  await database.query(
    `insert into identity_key (name, value) values ('authorization-server', $1::jsonb)
     on conflict (name) do nothing`,
    [JSON.stringify(generateKeys())],
  );
  const rows = await database.query<{ value: unknown }>(
    `select value from identity_key where name = 'authorization-server'`,
  );
  return storedKeys.parse(rows[0]?.value);
}

function generateKeys(): IdentityKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' },
  };
}
