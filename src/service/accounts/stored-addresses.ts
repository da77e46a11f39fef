import type { Database } from '../base/database/database';
import { normalizeEmail } from '../model/values/email-spellings';

interface StoredAddress {
  readonly id: string;
  readonly email: string;
}

/**
 * Brings the email addresses of accounts into the form in which they are compared. Where another account has that
 * already, the address stays as it is.
 * @returns a line about each of those for whoever runs the service; empty if every person has one account
 */
export async function normalizeStoredAddresses(database: Database): Promise<string[]> {
  const addresses = await database.query<StoredAddress>(
    `select id, email from account where email ~ '[^\\x21-\\x7e]' order by id`,
  );
  const others = addresses.filter(({ email }) => normalizeEmail(email) !== email);
  const lines: string[] = [];
  for (const { id, email } of others) {
    const holder = await moveToNormal(database, { id, email: normalizeEmail(email) });
    if (holder !== undefined) {
      lines.push(
        `The accounts ${holder} and ${id} have the same email address, in two forms of Unicode. Suspend the one that isn’t used.`,
      );
    }
  }
  return lines;
}

/** Returns the id of the account that has the address; undefined where it was free. */
function moveToNormal(
  database: Database,
  { id, email }: StoredAddress,
): Promise<string | undefined> {
  return database.transaction(async (transaction) => {
    const [holder] = await transaction.query<StoredAddress>(
      'select id, email from account where email = $1',
      [email],
    );
    if (holder !== undefined) return holder.id;
    await transaction.query('update account set email = $2 where id = $1', [id, email]);
    return undefined;
  });
}
