import { onlyRow } from '../../base/database/database';
import type { Database, Queryable } from '../../base/database/database';
import { workspaceId } from './schema';

/**
 * What only the demo needs to know of its own data, in a schema of its own: how far the workspace
 * Geography is imported, and which of its objects are no longer as they were imported, whoever
 * changed, added or deleted them.
 */
const demoTables = `
  create schema if not exists demo;
  create table if not exists demo.import (imported integer not null);
  create table if not exists demo.touched (object_id uuid primary key);

  create or replace function demo.remember_objects() returns trigger language plpgsql as $$
  begin
    insert into demo.touched
      select id from changed where workspace_id = '${workspaceId('Geography')}'
      on conflict do nothing;
    return null;
  end $$;

  create or replace function demo.remember_values() returns trigger language plpgsql as $$
  begin
    insert into demo.touched
      select object.id from changed
        join object on object.workspace_id = changed.workspace_id and object.id = changed.object_id
      where changed.workspace_id = '${workspaceId('Geography')}'
      on conflict do nothing;
    return null;
  end $$;
  ${['object', 'object_value'].flatMap(rememberChanges).join('\n')}`;

function rememberChanges(table: string): string[] {
  const remember = table === 'object' ? 'demo.remember_objects' : 'demo.remember_values';
  return ['insert', 'update', 'delete'].map(
    (event) => `
  create or replace trigger demo_${event} after ${event} on ${table}
    referencing ${event === 'insert' ? 'new' : 'old'} table as changed
    for each statement execute function ${remember}();`,
  );
}

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

/** Makes what is there now the state from which changes are remembered. */
export async function forgetTouched(database: Queryable): Promise<void> {
  await database.query('truncate demo.touched');
}

/** Counts what is not as it was imported. */
export async function countTouched(database: Queryable): Promise<number> {
  const rows = await database.query<{ count: number }>(
    'select count(*)::integer as count from demo.touched',
  );
  return onlyRow(rows).count;
}

export async function readTouched(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>('select object_id as id from demo.touched');
  return rows.map(({ id }) => id);
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
 * large import, and without what happens at a change: nothing is deleted with what it refers to,
 * no change is remembered. Whatever is written has to be right.
 */
export async function withoutReferenceChecks(
  transaction: Queryable,
  work: () => Promise<void>,
): Promise<void> {
  await transaction.query('set local session_replication_role = replica');
  await work();
  await transaction.query('set local session_replication_role = origin');
}
