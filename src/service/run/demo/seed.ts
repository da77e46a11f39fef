import type { Database, Queryable } from '../../base/database';
import { hashSecret } from '../../base/database/secret-hash';
import { demoAccounts } from './accounts';
import {
  countTouched,
  createDemoTables,
  findImported,
  forgetTouched,
  setImported,
} from './demo-tables';
import { insertFoundation, insertObjects } from './fill';
import { readSmallGeography } from './geography';
import { listInventory } from './inventory';
import { restoreDemo } from './restore';
import { workspaceId } from './schema';

interface DemoOptions {
  /**
   * How much data: `small` has the cities of three countries, `full` those of all. `none` leaves
   * the database as it is.
   */
  readonly demo: 'full' | 'small' | 'none';
  readonly clock: () => Date;
}

/**
 * Fills a database that has no demo data yet; later calls leave what people changed since. What
 * `full` has beyond `small` comes by `GeographyImport`.
 */
export async function seedDemo(database: Database, options: DemoOptions): Promise<void> {
  if (options.demo === 'none' || (await isSeeded(database))) return;
  await createDemoTables(database);
  const fill = await prepareFill(options.clock());
  await database.transaction(fill);
}

/** The message says what to do. */
export class DemoDataRefused extends Error {
  override readonly name = 'DemoDataRefused';
}

/**
 * Keeps a service without demo data from one that has it: everyone knows its passwords and tokens.
 * @throws DemoDataRefused
 */
export async function refuseDemoData(database: Queryable): Promise<void> {
  const known = await database.query(
    'select from personal_access_token where token_hash = any ($1)',
    [demoAccounts.map(({ token }) => hashSecret(token))],
  );
  if (known.length === 0) return;
  throw new DemoDataRefused(
    "This database has the sandbox's demo data, whose passwords and tokens are public. Use another DATA_DIR or DATABASE_URL.",
  );
}

/**
 * Brings the whole database back to the state after {@link seedDemo}, and of what is imported
 * since as much as would take long to import again. Nobody stays connected. No import may run
 * in the meantime.
 */
export async function resetDemo(database: Database, options: DemoOptions): Promise<void> {
  const now = options.clock();
  if (options.demo === 'none') {
    await database.query(emptyEverything);
    return;
  }
  await createDemoTables(database);
  if (await canRestore(database, options.demo)) {
    await database.transaction((transaction) => restoreDemo(transaction, now));
    return;
  }
  const fill = await prepareFill(now);
  await database.transaction(async (transaction) => {
    await transaction.query(emptyEverything);
    await fill(transaction);
  });
  await database.runScript('analyze');
}

const emptyEverything = 'truncate account, workspace, oauth_payload cascade';

/** More would take longer to bring back one by one than to import again behind the scenes. */
const maximumRestored = 3_000;

async function canRestore(database: Queryable, demo: 'full' | 'small'): Promise<boolean> {
  const imported = await findImported(database);
  if (imported === undefined || (demo === 'small' && imported > 0)) return false;
  return (await countTouched(database)) <= maximumRestored;
}

async function isSeeded(database: Queryable): Promise<boolean> {
  const rows = await database.query('select id from workspace where id = $1', [workspaceId('IT')]);
  return rows.length > 0;
}

/** Returns what fills a database without demo data; files are read before, so that it is quick. */
async function prepareFill(now: Date): Promise<(database: Queryable) => Promise<void>> {
  const geography = await readSmallGeography();
  return async (database) => {
    await insertFoundation(database, now);
    await insertObjects(database, 'IT', listInventory(now));
    await insertObjects(database, 'Geography', geography);
    await setImported(database, 0);
    await forgetTouched(database);
  };
}
