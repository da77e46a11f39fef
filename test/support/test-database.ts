import { inject } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';
import { seedDemo } from '../../src/service/run/demo/seed';
import { copyDatabase, type CreatedDatabase } from './postgres-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For a project whose tests run on the embedded database, whatever else there is. */
    engine?: 'embedded';
  }
}

/** What fills a new database beyond its tables. */
const fillers = {
  tables: () => Promise.resolve(),
  demo: (database: Database) => seedDemo(database, { demo: 'small', clock: () => new Date() }),
};

/**
 * A new database on the Postgres server of the run, with the tables of the service and maybe the small
 * demo data; undefined where the tests of this project run on the embedded database.
 */
export async function createOnPostgres(
  content: keyof typeof fillers,
): Promise<CreatedDatabase | undefined> {
  const serverUrl = inject('engine') === 'embedded' ? undefined : inject('postgresUrl');
  if (serverUrl === undefined) return undefined;
  const template = `${inject('postgresTemplates')}_${content}`;
  return copyDatabase(serverUrl, template, async (url) => {
    const database = await openDatabase(url);
    await fillers[content](database);
    await database.close();
  });
}

/** A database with empty tables that is gone once it is closed. */
export async function openTestDatabase(): Promise<Database> {
  const created = await createOnPostgres('tables');
  if (created === undefined) return openDatabase('memory');
  const database = await openDatabase(created.url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
}
