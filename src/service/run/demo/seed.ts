import type { Database, Queryable } from '../../base/database/database';
import { hashSecret } from '../../base/database/secret-hash';
import type { FileStore } from '../../base/files/file-store';
import { demoAccounts } from './accounts';
import {
  createDemoTables,
  findImported,
  forgetTouched,
  isSchemaTouched,
  setImported,
  readTouched,
  withoutReferenceChecks,
} from './demo-tables';
import { insertFoundation, insertObjects } from './fill';
import { readSmallGeography, listGeography } from './geography';
import { listInventory, listLaptops } from './inventory';
import { storePhotos } from './photos';
import { workspaceId, attributeId, demoWorkspaces, objectId, typeId } from './schema';
import type { DemoObject } from './schema';

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

/** Puts the files of the demo data where files are kept; those that are there stay. */
export async function storeDemoFiles(
  database: Queryable,
  files: FileStore,
  { demo, clock }: DemoOptions,
): Promise<void> {
  if (demo !== 'none') await storePhotos(database, files, listLaptops(clock()));
}

/** The message says what to do. */
export class DemoDataRefusal extends Error {
  override readonly name = 'DemoDataRefusal';
}

/**
 * Keeps a service without demo data from one that has it: everyone knows its passwords and tokens.
 * @throws DemoDataRefusal
 */
export async function refuseDemoData(database: Queryable): Promise<void> {
  const known = await database.query(
    'select from personal_access_token where token_hash = any ($1)',
    [demoAccounts.map(({ token }) => hashSecret(token))],
  );
  if (known.length === 0) return;
  throw new DemoDataRefusal(
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
  if (await isSchemaTouched(database, [...geographyTypeIds, ...geographyAttributeIds]))
    return false;
  return (await readTouched(database)).length <= maximumRestored;
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

/**
 * Brings a database with demo data back to its state after the last fill or import: of the
 * workspace Geography what differs, everything else anew.
 */
async function restoreDemo(database: Queryable, now: Date): Promise<void> {
  const touched = await readTouched(database);
  await removeAllButGeography(database);
  await removeAddedTypes(database);
  await insertFoundation(database, now);
  await insertObjects(database, 'IT', listInventory(now));
  await restoreObjects(database, touched);
}

const geography = workspaceId('Geography');

async function removeAllButGeography(database: Queryable): Promise<void> {
  await database.query('delete from oauth_payload');
  await database.query('delete from account');
  await database.query('delete from workspace where id <> $1', [geography]);
  for (const { table, column } of await findBelongings(database)) {
    await database.query(`delete from ${table} where ${column} = $1`, [geography]);
  }
}

/** The tables whose rows belong to a workspace, but for its types and objects. */
async function findBelongings(
  database: Queryable,
): Promise<readonly { table: string; column: string }[]> {
  return database.query(
    `select conrelid::regclass::text as table, attname::text as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'workspace'::regclass
       and conrelid not in ('type'::regclass, 'object'::regclass)`,
  );
}

const geographyTypes = demoWorkspaces.find(({ name }) => name === 'Geography')?.types ?? [];
const geographyTypeIds = geographyTypes.map(({ name }) => typeId('Geography', name));
const geographyAttributeIds = geographyTypes.flatMap(({ name, attributes }) =>
  attributes.map((attribute) => attributeId('Geography', name, attribute.name)),
);

/** What people renamed gives its name up before, so that two that swapped names can swap back. */
async function removeAddedTypes(database: Queryable): Promise<void> {
  await database.query('delete from type where workspace_id = $1 and id <> all ($2::uuid[])', [
    geography,
    geographyTypeIds,
  ]);
  await database.query(
    `delete from attribute
     where workspace_id = $1 and type_id = any ($2::uuid[]) and id <> all ($3::uuid[])`,
    [geography, geographyTypeIds, geographyAttributeIds],
  );
  await database.query(
    'update type set name = id::text where workspace_id = $1 and id = any ($2::uuid[])',
    [geography, geographyTypeIds],
  );
  await database.query(
    `update attribute set name = id::text, is_label = false
     where workspace_id = $1 and id = any ($2::uuid[])`,
    [geography, geographyAttributeIds],
  );
}

async function restoreObjects(database: Queryable, touched: readonly string[]): Promise<void> {
  const originals = await findOriginals(database, new Set(touched));
  const ids = originals.map(idOf);
  await database.query(
    `delete from object
     where workspace_id = $1 and id = any ($2::uuid[]) and id <> all ($3::uuid[])`,
    [geography, touched, ids],
  );
  await withoutReferenceChecks(database, async () => {
    await database.query(
      'delete from object_value where workspace_id = $1 and object_id = any ($2::uuid[])',
      [geography, ids],
    );
    await database.query('delete from object where workspace_id = $1 and id = any ($2::uuid[])', [
      geography,
      ids,
    ]);
    await insertObjects(database, 'Geography', originals);
  });
  await forgetTouched(database);
}

/** What objects with these ids were; ids of none are left out. */
async function findOriginals(
  database: Queryable,
  ids: ReadonlySet<string>,
): Promise<readonly DemoObject[]> {
  if (ids.size === 0) return [];
  const isWanted = (object: DemoObject) => ids.has(idOf(object));
  if ((await findImported(database)) === 0) return (await readSmallGeography()).filter(isWanted);
  const originals: DemoObject[] = [];
  for await (const { objects } of listGeography()) originals.push(...objects.filter(isWanted));
  return originals;
}

function idOf({ workspace, type, key }: DemoObject): string {
  return objectId(workspace, type, key);
}
