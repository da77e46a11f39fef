import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Database } from '../base/database/database';
import type { Account } from './account';
import {
  appPagePath,
  invitationPath,
  peoplePagePath,
  signOutPath,
  tokenPagePath,
} from '../pages/account-paths';
import { answerAppPage } from '../pages/account/app-page';
import type { BearerCaller, Caller } from '../model/permissions/caller';
import { createAuthorizationServer } from './authorization-server';
import type { OAuthClient } from './authorization-server';
import { findBearer } from './bearer-token';
import type { Bearer } from './bearer-token';
import { findSignedInAccount } from './browser-session';
import { FormRefused } from '../pages/account/form';
import { answerInteraction } from '../pages/account/interaction';
import { answerInvitation } from '../pages/account/invitation-page';
import { answerPeoplePage } from '../pages/account/people-page';
import { renderErrorPage } from '../base/html/error-page';
import { sendPage } from '../pages/account/respond';
import { answerSignIn, signInPath } from '../pages/account/sign-in';
import { createSignInThrottle } from './sign-in-throttle';
import { answerSignOut } from '../pages/account/sign-out';
import { answerTokenPage } from '../pages/account/token-page';
import { answerUserInfo } from './user-info';

export interface IdentityOptions {
  readonly database: Database;
  /** The address under which people and apps reach the service, without a path. */
  readonly issuer: string;
  readonly clients: readonly OAuthClient[];
  readonly clock: () => Date;
  /** Told of faults of the service itself, and in which request where that is known; never of bad requests. */
  readonly reportError?: (error: unknown, request?: IncomingMessage) => void;
}

/** Who calls, by token or by browser session, and the pages and endpoints that establish it. */
export interface Identity {
  /**
   * Whom an `Authorization` header speaks for.
   * Undefined for none, and for a token that is unknown, expired or revoked.
   */
  authenticate(authorizationHeader: string | undefined): Promise<BearerCaller | undefined>;
  /**
   * As {@link Identity.authenticate}, with what the caller may see of a workspace.
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
  /** Whether {@link Identity.handle} answers this path. */
  handles(path: string): boolean;
  /** A path that it handles with a name in place of an id, which may be a secret; `none` where nothing is. */
  routeOf(path: string): string;
  /** Answers a request whose body nobody has read yet. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * OAuth 2.0 at `/oauth/{authorize,token,revoke,userinfo}`, sign-in and consent pages, tokens and
 * their page at `/account/tokens`.
 * The authorization server starts with the first request that needs it.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const { database, issuer, clock } = options;
  const reportError = options.reportError ?? (() => undefined);
  const throttle = createSignInThrottle(database, clock);
  const names = new Map(options.clients.map(({ clientId, name }) => [clientId, name]));
  const appNameOf = (clientId: string) => names.get(clientId) ?? clientId;
  const getServer = once(() => createAuthorizationServer({ ...options, reportError }));
  const authenticateIn = (header: string | undefined, workspaceId: string | null) =>
    findBearer(database, header, clock(), workspaceId);
  const authenticate = async (header: string | undefined) =>
    (await authenticateIn(header, null))?.caller;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', issuer).pathname;
    if (path === userInfoPath) {
      await answerUserInfo({ authenticate, clock }, request, response);
      return;
    }
    const answerWith = findAnswer(path);
    if (answerWith === undefined) {
      sendError(response, 404, { error: 'not_found', homeAddress: tokenPagePath });
    } else {
      const context = { server: await getServer(), database, throttle, clock, appNameOf };
      await answerWith(context, request, response);
    }
  }

  return {
    authenticate,
    authenticateIn,
    appNameOf,
    async findBrowserSession(request) {
      if (request.headers.cookie === undefined) return undefined;
      const account = await findSignedInAccount(await getServer(), database, request);
      return account && callerOf(account);
    },
    handles: (path) => path.startsWith('/oauth/') || findAnswer(path) !== undefined,
    routeOf,
    handle(request, response) {
      answer(request, response).catch((error: unknown) => {
        answerFailure(response, error, (fault) => reportError(fault, request));
      });
    },
  };
}

function callerOf({ id, name, email }: Account): Caller {
  return { userId: id, name, email, via: 'session' };
}

const userInfoPath = '/oauth/userinfo';

function routeOf(path: string): string {
  if (path !== userInfoPath && findAnswer(path) === undefined) return 'none';
  return path.replace(/(\/(interaction|authorize|invitation)\/).*/, '$1:id');
}

type Answer = (
  context: Parameters<typeof answerTokenPage>[0] & Parameters<typeof answerPeoplePage>[0],
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

function findAnswer(path: string): Answer | undefined {
  if (path === signInPath) return answerSignIn;
  if (path === signOutPath) return answerSignOut;
  if (path === tokenPagePath) return answerTokenPage;
  if (path === appPagePath) return answerAppPage;
  if (path === peoplePagePath) return answerPeoplePage;
  if (path.startsWith(`${invitationPath}/`)) return answerInvitation;
  if (path.startsWith('/oauth/interaction/')) return answerInteraction;
  const isProtocol = /^\/oauth\/(authorize(\/[^/]+)?|token|revoke)$/.test(path);
  return isProtocol
    ? ({ server }, request, response) => serve(server, request, response)
    : undefined;
}

function serve(server: Provider, request: IncomingMessage, response: ServerResponse) {
  return server.callback()(request, response);
}

function answerFailure(
  response: ServerResponse,
  error: unknown,
  reportError: (error: unknown) => void,
): void {
  if (response.headersSent) {
    reportError(error);
    response.destroy();
  } else if (error instanceof FormRefused) {
    sendError(response, error.status, { error: error.reason });
  } else if (error instanceof Error && error.name === 'SessionNotFound') {
    sendError(response, 400, { error: 'invalid_request', name: error.name });
  } else {
    reportError(error);
    sendError(response, 500, { error: 'server_error' });
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  error: Parameters<typeof renderErrorPage>[0],
): void {
  sendPage(response, { status, page: renderErrorPage(error) });
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
