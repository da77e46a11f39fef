import type { Database } from './database';
import { openEmbeddedDatabase } from './embedded-database';
import type { EmbeddedDatabaseOptions } from './embedded-database';
import { migrate } from './migrate.mjs';

export type { Database, Parameter, Queryable } from './database';
export { onlyRow } from './database';
export { UnusableDatabase } from './database-folder';
export { DatabaseBusy, DatabaseEnded, DatabaseFault } from './faults';

/**
 * Opens the database under a directory (`memory` keeps nothing) with its tables up to date.
 * A Postgres server reached by URL is one more opener beside the embedded one.
 */
export async function openDatabase(
  dataDirectory: string,
  options?: EmbeddedDatabaseOptions,
): Promise<Database> {
  const database = await openEmbeddedDatabase(dataDirectory, options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
