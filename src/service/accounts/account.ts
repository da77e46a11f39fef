import type { Queryable } from '../base/database/database';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Returns undefined if no account has the id. */
export async function findAccount(database: Queryable, id: string): Promise<Account | undefined> {
  const rows = await database.query<Account>('select id, email, name from account where id = $1', [
    id,
  ]);
  return rows[0];
}

/** Email addresses compare ignoring case. Returns undefined if no account has the address. */
export async function findAccountWithPassword(
  database: Queryable,
  email: string,
): Promise<(Account & { readonly passwordHash: string }) | undefined> {
  const rows = await database.query<Account & { passwordHash: string }>(
    'select id, email, name, password_hash as "passwordHash" from account where email = $1',
    [normalizeEmail(email)],
  );
  return rows[0];
}

/**
 * The password hash of some account, for one address always the same: what an unknown address is
 * checked against, so that it takes as long as a known one. Undefined if there is no account.
 */
export async function findDecoyHash(
  database: Queryable,
  email: string,
): Promise<string | undefined> {
  const rows = await database.query<{ hash: string }>(
    `(select password_hash as hash from account where id >= md5($1)::uuid order by id limit 1)
     union all (select password_hash from account order by id limit 1)`,
    [normalizeEmail(email)],
  );
  return rows[0]?.hash;
}

/** The form in which email addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
