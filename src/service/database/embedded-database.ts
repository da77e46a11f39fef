import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Parameter, Queryable, Database } from './database';

/**
 * Opens Postgres inside this process.
 *
 * Statements run one after the other and cannot be cancelled (`statement_timeout` has no timer to
 * rely on here), so what a caller can make the database do is bounded before it gets here.
 *
 * @param dataDirectory where the data lives; it is created where missing. `memory` keeps nothing.
 */
export async function openEmbeddedDatabase(dataDirectory: string): Promise<Database> {
  const postgres = await PGlite.create(await locationOf(dataDirectory));
  return {
    ...queryableOf(postgres),
    runScript: async (sql) => void (await postgres.exec(sql)),
    transaction: (work) => postgres.transaction((transaction) => work(queryableOf(transaction))),
    close: () => postgres.close(),
  };
}

async function locationOf(dataDirectory: string): Promise<string> {
  if (dataDirectory === 'memory') return 'memory://';
  const directory = join(dataDirectory, 'database');
  await mkdir(directory, { recursive: true });
  return directory;
}

interface Statements {
  query<Row>(sql: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
}

function queryableOf(statements: Statements): Queryable {
  return {
    query: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await statements.query<Row>(sql, [...parameters])).rows,
  };
}
