import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';

/** How many tokens a person may have: more than anyone keeps apart. */
export const maximumTokens = 100;
export const tooManyTokens = `You can have up to ${maximumTokens} tokens. Revoke one first.`;

/** How much later a use is written down than the one before: the owner is told days, not seconds. */
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
