import type { Queryable } from '../database/database';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Returns undefined where no account has the id. */
export async function findAccount(database: Queryable, id: string): Promise<Account | undefined> {
  const rows = await database.query<Account>('select id, email, name from account where id = $1', [
    id,
  ]);
  return rows[0];
}

/** E-mail addresses compare ignoring case. Returns undefined where no account has the address. */
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

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
