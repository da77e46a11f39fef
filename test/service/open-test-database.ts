import { inject } from 'vitest';
import { openDatabase } from '../../src/service/base/database';
import type { Database } from '../../src/service/base/database';
import { createDatabase } from '../support/postgres-server';

/** A database with empty tables that is gone once it is closed: on Postgres where the run has a server. */
export async function openTestDatabase(): Promise<Database> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === undefined) return openDatabase('memory');
  const { url, drop } = await createDatabase(serverUrl);
  const database = await openDatabase(url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
