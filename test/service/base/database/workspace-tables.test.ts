import { describe, expect, test } from 'vitest';
import { globalTables } from '../../../support/global-tables';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const database = duringTests(() => openTestDatabase());

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

async function tablesOfWorkspaces(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !(name in globalTables));
}

/** The columns of each key, unique index or, of references between tables of workspaces, of each reference. */
async function readKeys(condition: string): Promise<Key[]> {
  const keys = await database.query<Key>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, array(
       select attname::text from unnest(indkey::smallint[]) with ordinality as key (number, place)
       join pg_attribute on attrelid = indrelid and attnum = key.number order by place
     ) as columns
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and ${condition}`,
  );
  const tables = await tablesOfWorkspaces();
  return keys.filter(({ table }) => tables.includes(table));
}

describe('A table of a workspace', () => {
  test('has the workspace as the first column of its primary key', async () => {
    const keys = await readKeys('indisprimary');
    expect(keys.map(({ table }) => table).sort()).toEqual(await tablesOfWorkspaces());
    expect(keys.filter(({ columns }) => columns[0] !== 'workspace_id')).toEqual([]);
  });

  test('has the workspace in every unique index', async () => {
    const keys = await readKeys('indisunique');
    expect(keys.filter(({ columns }) => !columns.includes('workspace_id'))).toEqual([]);
  });

  test('refers to another one within the workspace', async () => {
    const references = await database.query<Key & { readonly target: string }>(
      `select conrelid::regclass::text as table, confrelid::regclass::text as target,
         conname::text as name, array(
           select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)
         ) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const tables = await tablesOfWorkspaces();
    const between = references.filter(
      ({ table, target }) => tables.includes(table) && tables.includes(target),
    );
    expect(between.length).toBeGreaterThan(10);
    expect(between.filter(({ columns }) => !columns.includes('workspace_id'))).toEqual([]);
  });
});
