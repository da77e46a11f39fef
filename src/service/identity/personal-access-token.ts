import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database';
import { hashSecret } from './secret-hash';

export interface NewPersonalAccessToken {
  readonly id?: string;
  readonly accountId: string;
  readonly name: string;
  /** Random where absent. */
  readonly token?: string;
  readonly createdAt: Date;
  /** Never where absent. */
  readonly expiresAt?: Date;
}

/** Stores the hash and returns the token itself, which cannot be read again. */
export async function createPersonalAccessToken(
  database: Queryable,
  creation: NewPersonalAccessToken,
): Promise<string> {
  const token = creation.token ?? randomBytes(32).toString('base64url');
  await database.query(
    `insert into personal_access_token
       (id, account_id, name, token_hash, last_four, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
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
  return token;
}
