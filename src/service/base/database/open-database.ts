import { explainConflict } from './broken-constraints';
import { DatabaseFault, ServerUnavailable } from './database';
import type { Database, DatabaseOptions } from './database';
import { placeNewTables, placeTables } from './distribute';
import { UnusableDatabase, openEmbeddedDatabase } from './embedded-database';
import { UnknownTables, migrate } from './migrate.mjs';
import { openPostgresDatabase } from './postgres-database';

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
    await database.exclusively('migration', async () => {
      const { say = () => undefined, distributes: isAsked = false } = options;
      await migrate(database, () => placeNewTables(database, say));
      await placeTables(database, say, { isAsked });
    });
    return explainConflicts(database);
  } catch (error) {
    await database.close();
    throw explainUnusable(error);
  }
}

/** Within a transaction a fault stays what it is: nothing can be done in it any more. */
function explainConflicts(database: Database): Database {
  const explained = <Result>(answer: Promise<Result>) =>
    answer.catch((error: unknown) => {
      throw explainConflict(error);
    });
  return {
    ...database,
    query: (...statement) => explained(database.query(...statement)),
    queryPrepared: (...statement) => explained(database.queryPrepared(...statement)),
    transaction: (...work) => explained(database.transaction(...work)),
  };
}

/** How Postgres says that its role may not do something. */
const notPermitted = '42501';

function explainUnusable(error: unknown): unknown {
  if (error instanceof UnknownTables) return new UnusableDatabase(error.message, { cause: error });
  if (error instanceof ServerUnavailable) {
    const message = `A server of the cluster can’t be reached: ${error.message}. What failed has changed nothing. Start that server, or take it out of the cluster, and start again.`;
    return new UnusableDatabase(message, { cause: error });
  }
  if (!(error instanceof DatabaseFault && error.code === notPermitted)) return error;
  return new UnusableDatabase(
    `The tables can’t be created or changed: ${error.message}. The role in DATABASE_URL has to own the database, or have the right to create in its schema "public" and own the tables there.`,
    { cause: error },
  );
}

function isServer(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
