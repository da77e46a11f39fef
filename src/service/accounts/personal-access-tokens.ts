import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as tokenApi from '../../api/token';
import { defaultDurationDays } from '../../api/token';
import type { AccessToken, TokenAccess } from '../../api/token';
import type { Database, Queryable } from '../base/database/database';
import { isDiskFull } from '../base/database/full-disk';
import { isoText } from '../base/database/iso-text';
import { hashSecret } from '../base/database/secret-hash';
import { Refusal, notFound } from '../base/refusals/refusal';
import { assertStorable, problem, refuse, refuseValue } from '../base/refusals/refused-values';
import type { Problem } from '../base/refusals/refused-values';
import type { BearerCaller } from '../model/permissions/workspace-view';

/** How many tokens a person may have. */
export const maximumTokens = 100;
export const tooManyTokens = `You can have up to ${maximumTokens} tokens. Revoke one first.`;

/** A use is written down if the last one is this long ago: the owner sees days, not seconds. */
const useStepMs = 10 * 60_000;

const dayMs = 24 * 60 * 60_000;

interface NewPersonalAccessToken {
  /** Random if absent. */
  readonly id?: string;
  readonly accountId: string;
  readonly name: string;
  /** Random if absent. */
  readonly token?: string;
  /** `write` if absent. */
  readonly access?: TokenAccess;
  /** All workspaces of its owner if absent or null. */
  readonly workspaceId?: string | null;
  /** The token that it is created with: where that one is blocked, it is too. */
  readonly createdWithId?: string;
  readonly createdAt: Date;
  /** Never if absent or null. */
  readonly expiresAt?: Date | null;
}

/** A token with the names of the workspaces in which an administrator blocked it. */
export interface OwnToken extends AccessToken {
  readonly blockedIn: readonly string[];
}

/**
 * Stores the hash and returns the token itself, which cannot be read again. Undefined if the
 * account has as many as it may, or the id is taken.
 * @param database a transaction if several may be created at once: the account is locked until its end
 */
export async function createPersonalAccessToken(
  database: Queryable,
  creation: NewPersonalAccessToken,
): Promise<string | undefined> {
  const token = creation.token ?? randomBytes(32).toString('base64url');
  const { accountId } = creation;
  await database.query('select from account where id = $1 for update', [accountId]);
  const [created] = await database.query<{ id: string }>(
    `insert into personal_access_token
       (id, account_id, name, token_hash, last_four, access, workspace_id, created_at, expires_at)
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::uuid, $8::timestamptz, $9::timestamptz
     where (select count(*) from personal_access_token where account_id = $2) < ${maximumTokens}
       and exists (select from account where id = $2 and not is_suspended)
     on conflict (id) do nothing
     returning id`,
    [
      creation.id ?? randomUUID(),
      accountId,
      creation.name,
      hashSecret(token),
      token.slice(-4),
      creation.access ?? 'write',
      creation.workspaceId ?? null,
      creation.createdAt,
      creation.expiresAt ?? null,
    ],
  );
  if (created === undefined) return undefined;
  await database.query(
    `insert into token_block (workspace_id, token_id)
     select workspace_id, $2 from token_block where token_id = $1`,
    [creation.createdWithId ?? null, created.id],
  );
  return token;
}

/** When a token that is created now ends; null: never. */
export function endOfToken(now: Date, durationDays: number | null): Date | null {
  return durationDays === null ? null : new Date(now.getTime() + durationDays * dayMs);
}

/** Of which account a token is, and for which workspace alone; null or absent: of any. */
interface TokenScope {
  readonly accountId: string;
  readonly onlyWorkspaceId?: string | null;
}

/** The tokens of an account, the newest first, with those that have expired. */
export async function readPersonalAccessTokens(
  database: Queryable,
  { accountId, onlyWorkspaceId = null }: TokenScope,
): Promise<OwnToken[]> {
  return database.query<OwnToken>(
    `select id, name, last_four as "lastFour", access, workspace_id as "workspaceId",
       ${isoText('created_at')} as "createdAt", ${isoText('expires_at')} as "expiresAt",
       ${isoText('last_used_at')} as "lastUsedAt", array(
         select workspace.name from token_block
         join workspace on workspace.id = token_block.workspace_id
         join membership on membership.workspace_id = workspace.id and membership.user_id = $1
         where token_block.token_id = personal_access_token.id order by workspace.name
       ) as "blockedIn"
     from personal_access_token
     where account_id = $1 and ($2::uuid is null or workspace_id = $2)
     order by created_at desc, id`,
    [accountId, onlyWorkspaceId],
  );
}

/** Ends a token at once, and returns its name; undefined if the account has no such token. */
export async function revokePersonalAccessToken(
  database: Queryable,
  { accountId, onlyWorkspaceId = null }: TokenScope,
  id: string,
): Promise<string | undefined> {
  const [revoked] = await database.query<{ name: string }>(
    `delete from personal_access_token
     where account_id = $1 and id = $2 and ($3::uuid is null or workspace_id = $3)
     returning name`,
    [accountId, id, onlyWorkspaceId],
  );
  return revoked?.name;
}

/** Writes down that a token is used, unless that was written a moment ago, or the disk is full. */
export async function recordUse(
  database: Queryable,
  id: string,
  lastUsedAt: Date | null,
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < useStepMs) return;
  const statement = 'update personal_access_token set last_used_at = $2 where id = $1';
  await database.query(statement, [id, now]).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}

type CurrentToken = z.input<NonNullable<(typeof tokenApi.getCurrentToken)['reply']>>;
type NewToken = z.output<typeof tokenApi.newToken>;
type CreatedToken = z.input<NonNullable<(typeof tokenApi.createToken)['reply']>>;

/** @throws Refusal 403 for an OAuth access token */
export async function readCurrentToken(
  database: Queryable,
  caller: BearerCaller,
): Promise<CurrentToken> {
  const { userId } = caller;
  const { id, name, lastFour, access, workspaceId, expiresAt } = await getOwnToken(
    database,
    caller,
  );
  const workspaces = await database.query<CurrentToken['workspaces'][number]>(
    `select workspace.id, workspace.name, exists (
         select from token_block where workspace_id = workspace.id and token_id = $2
       ) as "isBlocked"
     from membership
     join workspace on workspace.id = membership.workspace_id
     where membership.user_id = $1 and ($3::uuid is null or workspace.id = $3)
     order by lower(workspace.name), workspace.id`,
    [userId, id, workspaceId],
  );
  const facts = { id, name, lastFour, access, workspaceId };
  return { ...facts, userId, expiresAt, workspaces };
}

/** The caller's tokens, with a token of one workspace only those for it, the newest first. @throws Refusal 403 for an OAuth access token */
export async function readTokens(
  database: Queryable,
  caller: BearerCaller,
): Promise<AccessToken[]> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, scopeOf(caller));
  return tokens.map(showToken);
}

/**
 * Creates a token that can do no more than the one it is asked for with, and ends no later, so that
 * whoever got hold of a token for a while cannot keep it for ever. (One that only reads isn't let here.)
 * @throws Refusal 403 for an OAuth access token, 400 with violations
 */
export async function createToken(
  database: Database,
  caller: BearerCaller,
  { name, access, workspaceId: place, durationDays }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const asking = await getOwnToken(database, caller);
  assertStorable({ name }, 'TOKEN');
  const workspaceId = place?.toLowerCase() ?? null;
  const end = findEnd(asking, durationDays, now);
  const problems = [...(await findReachProblems(database, caller, workspaceId)), ...end.problems];
  if (problems.length > 0) throw refuse(problems);
  const id = randomUUID();
  const { expiresAt } = end;
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, {
      ...{ id, name, access, workspaceId, createdAt: now, expiresAt },
      accountId: caller.userId,
      createdWithId: asking.id,
    }),
  );
  if (token === undefined) throw refuseValue('TOO_MANY', 'name', 'TOKEN', tooManyTokens, name);
  return {
    ...{ id, name, lastFour: token.slice(-4), access, workspaceId },
    createdAt: now.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: null,
    token,
  };
}

/** What is wrong with the workspace of a new token. */
async function findReachProblems(
  database: Queryable,
  { userId, onlyWorkspaceId }: BearerCaller,
  workspaceId: string | null,
): Promise<Problem[]> {
  if (workspaceId === null) {
    if (onlyWorkspaceId === null) return [];
    const message = `The token that you call with is for the workspace ${onlyWorkspaceId} alone, and a token created with it can’t reach more. Name this workspace in workspaceId.`;
    return [problem('INVALID', 'workspaceId', 'TOKEN', message)];
  }
  const there = await database.query(
    `select from membership
     where user_id = $1 and workspace_id = $2 and ($3::uuid is null or workspace_id = $3)`,
    [userId, workspaceId, onlyWorkspaceId],
  );
  if (there.length > 0) return [];
  const message = `There is no workspace ${workspaceId}, or you can’t see it.`;
  return [problem('NOT_FOUND', 'workspaceId', 'TOKEN', message, workspaceId)];
}

/** When a new token ends, and what is wrong with that: a duration that nobody chose is cut to the end of the asking one. */
function findEnd(
  asking: AccessToken,
  durationDays: number | null | undefined,
  now: Date,
): { readonly expiresAt: Date | null; readonly problems: readonly Problem[] } {
  const expiresAt = endOfToken(
    now,
    durationDays === undefined ? defaultDurationDays : durationDays,
  );
  if (asking.expiresAt === null) return { expiresAt, problems: [] };
  const latest = new Date(asking.expiresAt);
  if (expiresAt !== null && expiresAt <= latest) return { expiresAt, problems: [] };
  if (durationDays === undefined) return { expiresAt: latest, problems: [] };
  const message = `The token that you call with expires on ${latest.toISOString()}, and a token created with it can’t expire later. Choose a shorter duration, or create the token on the service’s page.`;
  const tooLong = problem('INVALID', 'durationDays', 'TOKEN', message, String(durationDays));
  return { expiresAt, problems: [tooLong] };
}

/** @throws Refusal 403 for an OAuth access token, 404 for a token that is not the caller's */
export async function revokeToken(
  database: Queryable,
  caller: BearerCaller,
  id: string,
): Promise<void> {
  assertPersonal(caller);
  const revoked = await revokePersonalAccessToken(database, scopeOf(caller), id);
  if (revoked === undefined) throw notFound('token');
}

/** Someone who lets an app read objects has not allowed it to see or create tokens of theirs. */
export function assertPersonal({ via }: BearerCaller): void {
  if (via === 'oauth') throw new Refusal(403, 'Only a personal access token can do this.');
}

function scopeOf({ userId, onlyWorkspaceId }: BearerCaller): TokenScope {
  return { accountId: userId, onlyWorkspaceId };
}

async function getOwnToken(database: Queryable, caller: BearerCaller): Promise<AccessToken> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, scopeOf(caller));
  const own = tokens.find(({ id }) => id === caller.credentialId);
  if (own === undefined) throw notFound('token');
  return own;
}

/** Without where it is blocked, which is for its owner's pages. */
function showToken(token: OwnToken): AccessToken {
  const { id, name, lastFour, access, workspaceId, createdAt, expiresAt, lastUsedAt } = token;
  return { id, name, lastFour, access, workspaceId, createdAt, expiresAt, lastUsedAt };
}
