import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Results, Transaction } from '@electric-sql/pglite';
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
  await postgres.exec(`set random_page_cost = ${pageCostInMemory}`);
  return {
    ...queryableOf(postgres),
    runScript: async (sql) => {
      await postgres.exec(sql);
    },
    transaction: (work) => postgres.transaction((transaction) => work(queryableOf(transaction))),
    close: () => postgres.close(),
  };
}

/** Pages are in memory, where one is as near as the next; the planner's default is for disks. */
const pageCostInMemory = 1.1;

async function locationOf(dataDirectory: string): Promise<string> {
  if (dataDirectory === 'memory') return 'memory://';
  const directory = join(dataDirectory, 'database');
  await mkdir(directory, { recursive: true });
  return directory;
}

function queryableOf(statements: Pick<Transaction, 'query'>): Queryable {
  return {
    async query<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
      const result = await statements.query<Row>(sql, [...parameters]);
      assertFinished(result);
      return result.rows;
    },
  };
}

/**
 * Postgres confirms each statement that ran. One that takes more memory or stack than there is
 * here ends without confirmation and without an error, as if it had found nothing.
 */
function assertFinished({ command }: Results<unknown>): void {
  if (command === undefined) throw new Error('The database did not finish a statement.');
}
