import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Database, Queryable } from '../base/database/database';
import { isDiskFull } from '../base/database/full-disk';
import { hashSecret } from '../base/database/secret-hash';
import { SharedQuestions } from '../base/database/shared-questions';
import type { Role } from '../../api/permission';
import type { Counted, CountedLimits } from '../base/request-limits/request-limits';
import type { Bearer, Caller, BearerCaller } from '../model/permissions/workspace-view';
import { createAuthorizationServer } from './authorization-server';
import type { OAuthClient } from './authorization-server';
import { findSignedInAccount } from './browser-session';
import { PasswordChecks } from './password-checks';
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
   * @param limits by which the database counts the request, for its token and the workspace; not counted if absent or null
   */
  authenticateIn(
    authorizationHeader: string | undefined,
    workspaceId: string | null,
    limits?: CountedLimits | null,
  ): Promise<Bearer | undefined>;
  /** Who is signed in in the browser that sent the request. */
  findBrowserSession(request: IncomingMessage): Promise<Caller | undefined>;
  /** What an app is called; its id if the app no longer exists. */
  appNameOf(clientId: string): string;
  /** The authorization server, which also keeps the sessions; it starts with the first call. */
  getServer(): Promise<Provider>;
  readonly throttle: SignInThrottle;
  readonly passwordChecks: PasswordChecks;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { database, clock, reportError = () => undefined } = options;
  const names = new Map(options.clients.map(({ clientId, name }) => [clientId, name]));
  const appNameOf = (clientId: string) => names.get(clientId) ?? clientId;
  const getServer = once(() => createAuthorizationServer({ ...options, reportError }));
  const lookUps = new SharedQuestions<FoundBearer | undefined>();
  return {
    async authenticateIn(header, workspaceId, limits = null) {
      const hash = hashToken(header);
      if (hash === undefined) return undefined;
      const { answer, place } = await lookUps.ask(
        `${hash} ${workspaceId} ${limits === null}`,
        (requests) => findBearer(database, { hash, now: clock(), workspaceId, limits, requests }),
      );
      if (answer === undefined) return undefined;
      const bearer = bearerOf(answer, place);
      if (bearer.caller.via !== 'oauth') return bearer;
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
    passwordChecks: new PasswordChecks(),
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
    is_blocked as "isBlocked", role, schema_version as version, admitted, refused,
    wait_ms as "waitMs"
  from find_bearer($1, $2, $3, $4, $5, $6, $7, $8)`;

interface BearerRow extends BearerCaller, Counted {
  readonly lastUsedAt: Date | null;
  readonly isBlocked: boolean;
  readonly role: Role | null;
  readonly version: string;
  /** How many of the requests are let through; null where they don't count. */
  readonly admitted: number | null;
}

type FoundBearer = Omit<BearerRow, 'lastUsedAt'>;

interface Question {
  readonly hash: string;
  readonly now: Date;
  /** A UUID, or null to ask about no workspace. */
  readonly workspaceId: string | null;
  /** By which the requests are counted; null if they aren't. */
  readonly limits: CountedLimits | null;
  /** How many come with the token. */
  readonly requests: number;
}

/** Of `Bearer` and a token; undefined for no header, and for another scheme. */
function hashToken(authorizationHeader: string | undefined): string | undefined {
  const token = bearerForm.exec(authorizationHeader?.trim() ?? '')?.[1];
  return token === undefined ? undefined : hashSecret(token);
}

/**
 * Whom a personal access token or an OAuth access token speaks for.
 * Undefined for one that is unknown, expired or revoked. Where the disk has no room to count its requests
 * they aren't counted here.
 */
async function findBearer(
  database: Queryable,
  question: Question,
): Promise<FoundBearer | undefined> {
  const row = await queryBearer(database, question).catch((error: unknown) => {
    if (question.limits === null || !isDiskFull(error)) throw error;
    return queryBearer(database, { ...question, limits: null });
  });
  if (row === undefined) return undefined;
  const { lastUsedAt, ...found } = row;
  if (row.via === 'token') await recordUse(database, row.credentialId, lastUsedAt, question.now);
  return found;
}

async function queryBearer(
  database: Queryable,
  { hash, now, workspaceId, limits, requests }: Question,
): Promise<BearerRow | undefined> {
  const [row] = await database.queryPrepared<BearerRow>(findBearerStatement, [
    hash,
    now,
    workspaceId,
    requests,
    limits?.perToken ?? null,
    limits?.perWorkspace ?? null,
    limits?.windowMs ?? null,
    limits?.nowMs ?? null,
  ]);
  return row;
}

/** @param place of the request among those that came with the token: the first ones are let through */
function bearerOf(found: FoundBearer, place: number): Bearer {
  const { isBlocked, role, version, admitted, refused, waitMs, ...caller } = found;
  return {
    caller,
    access: role === null ? undefined : { role, version },
    isBlocked,
    counted: admitted === null ? undefined : countedAt(place, { admitted, refused, waitMs }),
  };
}

function countedAt(
  place: number,
  { admitted, ...refusal }: Counted & { readonly admitted: number },
): Counted {
  return place <= admitted ? { refused: null, waitMs: null } : refusal;
}
