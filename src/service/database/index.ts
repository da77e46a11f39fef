import type { Database, DatabaseOptions } from './database';
import { openEmbeddedDatabase } from './embedded-database';
import { migrate } from './migrate.mjs';
import { openPostgresDatabase } from './postgres-database';

export { askAs, nameAsker } from './asker';
export type { Database, Parameter, Queryable } from './database';
export { onlyRow } from './database';
export { UnusableDatabase } from './database-folder';
export {
  DatabaseBusy,
  DatabaseEnded,
  DatabaseFault,
  DatabaseUnavailable,
  StatementCancelled,
} from './faults';

/**
 * Opens a database with its tables up to date.
 * @param location the folder that an embedded one lives in, `memory` for one that keeps nothing, or
 *   the address of a Postgres server: `postgres://user:password@host:port/database`
 * @throws UnusableDatabase, DatabaseUnavailable
 */
export async function openDatabase(
  location: string,
  options: DatabaseOptions = {},
): Promise<Database> {
  const database = await (isServer(location)
    ? openPostgresDatabase(location, options)
    : openEmbeddedDatabase(location, options));
  try {
    await database.exclusively('migration', () => migrate(database));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function isServer(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
