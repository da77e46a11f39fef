import type { Database, Queryable } from '../../base/database/database';
import { workspaceId } from './schema';

const geography = workspaceId('Geography');

/**
 * What only the demo needs to know of its own data, in a schema of its own: how far the workspace
 * Geography is imported, and which of its objects were imported without something that people had deleted.
 * What people change afterwards is in the history.
 */
const demoTables = `
  create schema if not exists demo;
  create table if not exists demo.import (imported integer not null);
  create table if not exists demo.touched (object_id uuid primary key);`;

/** Prepares a database for the demo; one that is prepared stays as it is. */
export async function createDemoTables(database: Database): Promise<void> {
  await database.runScript(demoTables);
}

/**
 * How many objects of the workspace Geography are imported, of those that `listGeography` lists.
 * Undefined in a database without demo data.
 */
export async function findImported(database: Queryable): Promise<number | undefined> {
  const [table] = await database.query(
    `select from pg_tables where schemaname = 'demo' and tablename = 'import'`,
  );
  if (table === undefined) return undefined;
  const [row] = await database.query<{ imported: number }>('select imported from demo.import');
  return row?.imported;
}

export async function setImported(database: Queryable, imported: number): Promise<void> {
  await database.query('delete from demo.import');
  await database.query('insert into demo.import values ($1)', [imported]);
}

/** Forgets which objects differ; the history has to be emptied too. */
export async function forgetTouched(database: Queryable): Promise<void> {
  await database.query('truncate demo.touched');
}

/** The objects of the workspace Geography that are no longer as they were imported, added ones too. */
export async function readTouched(database: Queryable): Promise<string[]> {
  const incomplete = await database.query<{ id: string }>(
    'select object_id as id from demo.touched',
  );
  const changed = await database.query<{ id: string }>(
    `select subject_id as id from history where workspace_id = $1 and kind = 'object'
     union select id::text from object where workspace_id = $1 and updated_at <> created_at`,
    [geography],
  );
  return [...new Set([...incomplete, ...changed].map(({ id }) => id))];
}

/**
 * Whether all objects of a type of the workspace Geography lost values, or got other labels.
 * @param ids of its types and attributes
 */
export async function isSchemaTouched(
  database: Queryable,
  ids: readonly string[],
): Promise<boolean> {
  const touched = await database.query(
    `select from history
     where workspace_id = $1 and subject_id = any ($2::text[]) and (
       kind in ('attribute', 'type') and action = 'delete'
       or kind = 'attribute' and detail #>> '{before,isLabel}' <> detail #>> '{after,isLabel}'
     ) limit 1`,
    [geography, ids],
  );
  return touched.length > 0;
}

/** Says that objects are not as they would be in full. */
export async function rememberTouched(
  database: Queryable,
  objectIds: readonly string[],
): Promise<void> {
  await database.query(
    'insert into demo.touched select unnest($1::uuid[]) on conflict do nothing',
    [objectIds],
  );
}

/**
 * Does `work` in a transaction without checking references, which takes most of the time of a
 * large import, and without what happens at a change: nothing is deleted with what it refers to.
 * Whatever is written has to be right.
 */
export async function withoutReferenceChecks(
  transaction: Queryable,
  work: () => Promise<void>,
): Promise<void> {
  await transaction.query('set local session_replication_role = replica');
  await work();
  await transaction.query('set local session_replication_role = origin');
}
