import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as tokenApi from '../../api/token';
import type { AccessToken } from '../../api/token';
import type { Database, Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { Refusal, invalid, notFound } from '../base/refusals/refusal';
import type { BearerCaller } from '../model/permissions/workspace-view';
import { assertStorable } from '../base/refusals/refused-values';

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
  readonly createdAt: Date;
  /** Never if absent or null. */
  readonly expiresAt?: Date | null;
}

/** A token as its owner may see it. */
export interface PersonalAccessToken {
  readonly id: string;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** To within minutes. Null: not yet. */
  readonly lastUsedAt: Date | null;
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
  await database.query('select from account where id = $1 for update', [creation.accountId]);
  const created = await database.query(
    `insert into personal_access_token
       (id, account_id, name, token_hash, last_four, created_at, expires_at)
     select $1::uuid, $2::uuid, $3, $4, $5, $6::timestamptz, $7::timestamptz
     where (select count(*) from personal_access_token where account_id = $2) < ${maximumTokens}
     on conflict (id) do nothing
     returning id`,
    [
      creation.id ?? randomUUID(),
      creation.accountId,
      creation.name,
      hashSecret(token),
      token.slice(-4),
      creation.createdAt,
      creation.expiresAt ?? null,
    ],
  );
  return created.length === 0 ? undefined : token;
}

/** When a token that is created now ends; null: never. */
export function endOfToken(now: Date, durationDays: number | null): Date | null {
  return durationDays === null ? null : new Date(now.getTime() + durationDays * dayMs);
}

/** The tokens of an account, the newest first, with those that have expired. */
export async function readPersonalAccessTokens(
  database: Queryable,
  accountId: string,
): Promise<PersonalAccessToken[]> {
  return database.query<PersonalAccessToken>(
    `select id, name, last_four as "lastFour", created_at as "createdAt",
       expires_at as "expiresAt", last_used_at as "lastUsedAt"
     from personal_access_token
     where account_id = $1
     order by created_at desc, id`,
    [accountId],
  );
}

/** Ends a token at once, and returns its name; undefined if the account has no such token. */
export async function revokePersonalAccessToken(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const [revoked] = await database.query<{ name: string }>(
    'delete from personal_access_token where account_id = $1 and id = $2 returning name',
    [accountId, id],
  );
  return revoked?.name;
}

/** Writes down that a token is used, unless that was written a moment ago. */
export async function recordUse(
  database: Queryable,
  id: string,
  lastUsedAt: Date | null,
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < useStepMs) return;
  await database.query('update personal_access_token set last_used_at = $2 where id = $1', [
    id,
    now,
  ]);
}

type CurrentToken = z.input<NonNullable<(typeof tokenApi.getCurrentToken)['reply']>>;
type NewToken = z.output<typeof tokenApi.newToken>;
type CreatedToken = z.input<NonNullable<(typeof tokenApi.createToken)['reply']>>;

/** @throws Refusal 403 for an OAuth access token */
export async function readCurrentToken(
  database: Queryable,
  caller: BearerCaller,
): Promise<CurrentToken> {
  const { id, name, lastFour, expiresAt } = await getOwnToken(database, caller);
  return { id, name, userId: caller.userId, lastFour, expiresAt: toText(expiresAt) };
}

/** The caller's tokens, the newest first. @throws Refusal 403 for an OAuth access token */
export async function readTokens(
  database: Queryable,
  caller: BearerCaller,
): Promise<AccessToken[]> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, caller.userId);
  return tokens.map(showToken);
}

/**
 * Creates a token that ends no later than the one it is asked for with, so that whoever got hold of
 * a token for a while cannot keep it for ever.
 * @throws Refusal 403 for an OAuth access token, 400 with violations
 */
export async function createToken(
  database: Database,
  caller: BearerCaller,
  { name, durationDays }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const asking = await getOwnToken(database, caller);
  assertStorable({ name }, 'TOKEN');
  const expiresAt = endOfToken(now, durationDays);
  if (asking.expiresAt !== null && (expiresAt === null || expiresAt > asking.expiresAt)) {
    throw outlivesIts(asking.expiresAt, durationDays);
  }
  const creation = { id: randomUUID(), name, createdAt: now, expiresAt };
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, { ...creation, accountId: caller.userId }),
  );
  if (token === undefined) throw tooMany(name);
  return { ...showToken({ ...creation, lastFour: token.slice(-4), lastUsedAt: null }), token };
}

/** @throws Refusal 403 for an OAuth access token, 404 for a token that is not the caller's */
export async function revokeToken(
  database: Queryable,
  caller: BearerCaller,
  id: string,
): Promise<undefined> {
  assertPersonal(caller);
  const revoked = await revokePersonalAccessToken(database, caller.userId, id);
  if (revoked === undefined) throw notFound('token');
  return undefined;
}

/** Someone who lets an app read objects has not allowed it to see or create tokens of theirs. */
function assertPersonal({ via }: BearerCaller): void {
  if (via === 'oauth') throw new Refusal(403, 'Only a personal access token can do this.');
}

async function getOwnToken(
  database: Queryable,
  caller: BearerCaller,
): Promise<PersonalAccessToken> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, caller.userId);
  const own = tokens.find(({ id }) => id === caller.credentialId);
  if (own === undefined) throw notFound('token');
  return own;
}

function showToken(token: PersonalAccessToken): AccessToken {
  const { createdAt, expiresAt, lastUsedAt, ...facts } = token;
  return {
    ...facts,
    createdAt: createdAt.toISOString(),
    expiresAt: toText(expiresAt),
    lastUsedAt: toText(lastUsedAt),
  };
}

function toText(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

function outlivesIts(end: Date, durationDays: number | null): Refusal {
  const message = `The token that you call with expires on ${end.toISOString()}, and a token created with it can’t expire later. Choose a shorter duration, or create the token on the service’s page.`;
  return invalid(message, [
    {
      fieldIdentifier: 'durationDays',
      violationType: 'INVALID',
      invalidValue: String(durationDays),
      domain: 'TOKEN',
    },
  ]);
}

function tooMany(name: string): Refusal {
  return invalid(tooManyTokens, [
    { fieldIdentifier: 'name', violationType: 'TOO_MANY', invalidValue: name, domain: 'TOKEN' },
  ]);
}
