import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Database } from '../base/database';
import type { Bearer, Caller } from '../model/permissions/caller';
import type { Account } from './account';
import { createAuthorizationServer } from './authorization-server';
import type { OAuthClient } from './authorization-server';
import { findBearer } from './bearer-token';
import { findSignedInAccount } from './browser-session';
import { createSignInThrottle } from './sign-in-throttle';
import type { SignInThrottle } from './sign-in-throttle';

interface IdentityOptions {
  readonly database: Database;
  /** The address under which people and apps reach the service, without a path. */
  readonly issuer: string;
  readonly clients: readonly OAuthClient[];
  readonly clock: () => Date;
  /** Told of faults of the authorization server, and in which request where that is known; never of bad requests. */
  readonly reportError?: (error: unknown, request?: IncomingMessage) => void;
}

/** Who calls, by token or by browser session. */
export interface Identity {
  /**
   * Whom an `Authorization` header speaks for, with what the caller may see of a workspace.
   * Undefined for none, and for a token that is unknown, expired or revoked.
   * @param workspaceId a UUID, or null to ask about none
   */
  authenticateIn(
    authorizationHeader: string | undefined,
    workspaceId: string | null,
  ): Promise<Bearer | undefined>;
  /** Who is signed in in the browser that sent the request. */
  findBrowserSession(request: IncomingMessage): Promise<Caller | undefined>;
  /** What an app is called; its id if the app no longer exists. */
  appNameOf(clientId: string): string;
  /** The authorization server, which also keeps the sessions; it starts with the first call. */
  getServer(): Promise<Provider>;
  readonly throttle: SignInThrottle;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { database, clock, reportError = () => undefined } = options;
  const names = new Map(options.clients.map(({ clientId, name }) => [clientId, name]));
  const getServer = once(() => createAuthorizationServer({ ...options, reportError }));
  return {
    authenticateIn: (header, workspaceId) => findBearer(database, header, clock(), workspaceId),
    appNameOf: (clientId) => names.get(clientId) ?? clientId,
    async findBrowserSession(request) {
      if (request.headers.cookie === undefined) return undefined;
      const account = await findSignedInAccount(await getServer(), database, request);
      return account && callerOf(account);
    },
    getServer,
    throttle: createSignInThrottle(database, clock),
  };
}

function callerOf({ id, name, email }: Account): Caller {
  return { userId: id, name, email, via: 'session' };
}

/** Starts `create` at the first call and shares its outcome; after a failure it is tried again. */
function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let creation: Promise<Value> | undefined;
  return () => {
    creation ??= create().catch((error: unknown) => {
      creation = undefined;
      throw error;
    });
    return creation;
  };
}
