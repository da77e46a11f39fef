import { ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Queryable } from '../base/database/database';
import { nameAsker } from '../base/database/turns';
import { sessionLifetimeMs } from './authorization-server';
import { findAccount } from './people';
import type { Account } from './people';

/**
 * Who is signed in in this browser. The session is the authorization server's own, so signing in
 * once serves both the consent page and the object page. Undefined if nobody is.
 */
export async function findSignedInAccount(
  server: Provider,
  database: Queryable,
  request: IncomingMessage,
): Promise<Account | undefined> {
  const session = await server.Session.get(
    server.createContext(request, new ServerResponse(request)),
  );
  if (session.accountId === undefined) return undefined;
  nameAsker(session.accountId);
  return findAccount(database, session.accountId);
}

/** Begins a new session under a new id, whatever session the browser had before. */
export async function startSession(
  server: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  account: Account,
): Promise<void> {
  await endSession(server, request, response);
  const session = new server.Session();
  session.loginAccount({ accountId: account.id });
  await session.save(sessionLifetimeMs / 1000);
  server.createContext(request, response).cookies.set(server.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: sessionLifetimeMs,
    overwrite: true,
  });
}

/** Forgets the browser's session, if it has one. */
export async function endSession(
  server: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = await server.Session.get(server.createContext(request, response));
  if (session.accountId !== undefined) await session.destroy();
}
