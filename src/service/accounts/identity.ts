import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Database, Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import type { Role } from '../../api/permission';
import type { Counted, Tally } from '../base/request-limits/request-limits';
import type { Bearer, Caller, BearerCaller } from '../model/permissions/workspace-view';
import { createAuthorizationServer } from './authorization-server';
import type { OAuthClient } from './authorization-server';
import { findSignedInAccount } from './browser-session';
import { createSignInThrottle } from './password-sign-in';
import type { SignInThrottle } from './password-sign-in';
import type { Account } from './people';
import { recordUse } from './personal-access-tokens';

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
   * Whom an `Authorization` header speaks for, with what the caller is to a workspace.
   * Undefined for none, and for a token that is unknown, expired or revoked.
   * @param workspaceId a UUID, or null to ask about none
   * @param tally by what the request is counted for its token and the workspace; not at all if absent or null
   */
  authenticateIn(
    authorizationHeader: string | undefined,
    workspaceId: string | null,
    tally?: Tally | null,
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
  const appNameOf = (clientId: string) => names.get(clientId) ?? clientId;
  const getServer = once(() => createAuthorizationServer({ ...options, reportError }));
  return {
    async authenticateIn(header, workspaceId, tally) {
      const bearer = await findBearer(database, header, { now: clock(), workspaceId, tally });
      if (bearer?.caller.via !== 'oauth') return bearer;
      const { credentialName } = bearer.caller;
      return { ...bearer, caller: { ...bearer.caller, credentialName: appNameOf(credentialName) } };
    },
    appNameOf,
    async findBrowserSession(request) {
      if (request.headers.cookie === undefined) return undefined;
      const account = await findSignedInAccount(await getServer(), database, request);
      return account && callerOf(account);
    },
    getServer,
    throttle: createSignInThrottle(database, clock),
  };
}

/** Who calls in a browser in which this account is signed in. */
export function callerOf({ id, name, email }: Account): Caller {
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

const bearerForm = /^Bearer +([A-Za-z0-9._~+/=-]{1,500})$/i;

const findBearerStatement = `
  select user_id as "userId", name, email, via, credential_id as "credentialId",
    credential_name as "credentialName", may_write as "mayWrite",
    only_workspace_id as "onlyWorkspaceId", last_used_at as "lastUsedAt",
    is_blocked as "isBlocked", role, schema_version as version, refused, wait_ms as "waitMs"
  from find_bearer($1, $2, $3, $4, $5, $6, $7)`;

interface BearerRow extends BearerCaller, Counted {
  readonly lastUsedAt: Date | null;
  readonly isBlocked: boolean;
  readonly role: Role | null;
  readonly version: string;
}

interface Question {
  readonly now: Date;
  /** A UUID, or null to ask about no workspace. */
  readonly workspaceId: string | null;
  readonly tally: Tally | null | undefined;
}

/**
 * Whom the header speaks for: `Bearer` and a personal access token or an OAuth access token.
 * Undefined for no header, another scheme, and a token that is unknown, expired or revoked.
 */
async function findBearer(
  database: Queryable,
  authorizationHeader: string | undefined,
  { now, workspaceId, tally }: Question,
): Promise<Bearer | undefined> {
  const token = bearerForm.exec(authorizationHeader?.trim() ?? '')?.[1];
  if (token === undefined) return undefined;
  const [row] = await database.queryPrepared<BearerRow>(findBearerStatement, [
    ...[hashSecret(token), now, workspaceId],
    ...[tally?.tokenLimit ?? null, tally?.workspaceLimit ?? null],
    ...[tally?.windowMs ?? null, tally?.nowMs ?? null],
  ]);
  if (row === undefined) return undefined;
  const { lastUsedAt, isBlocked, role, version, refused, waitMs, ...caller } = row;
  if (caller.via === 'token') await recordUse(database, caller.credentialId, lastUsedAt, now);
  const access = role === null ? undefined : { role, version };
  return { caller, access, isBlocked, counted: { refused, waitMs } };
}
