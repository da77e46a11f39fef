import type { Queryable } from '../../base/database';
import { findImported, forgetTouched, readTouched } from './demo-tables';
import type { DemoObject } from './demo-object';
import { insertFoundation, insertObjects } from './fill';
import { listGeography, readSmallGeography } from './geography';
import { listInventory } from './inventory';
import { attributeId, demoWorkspaces, objectId, typeId, workspaceId } from './schema';
import { withoutReferenceChecks } from './without-reference-checks';

/**
 * Brings a database with demo data back to its state after the last fill or import: of the
 * workspace Geography what differs, everything else anew.
 */
export async function restoreDemo(database: Queryable, now: Date): Promise<void> {
  await removeAllButGeography(database);
  await removeAddedTypes(database);
  await insertFoundation(database, now);
  await insertObjects(database, 'IT', listInventory(now));
  await restoreTouchedObjects(database);
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

/** What people renamed gives its name up before, so that two that swapped names can swap back. */
async function removeAddedTypes(database: Queryable): Promise<void> {
  const types = demoWorkspaces.find(({ name }) => name === 'Geography')?.types ?? [];
  const typeIds = types.map(({ name }) => typeId('Geography', name));
  const attributeIds = types.flatMap(({ name, attributes }) =>
    attributes.map((attribute) => attributeId('Geography', name, attribute.name)),
  );
  await database.query('delete from type where workspace_id = $1 and id <> all ($2::uuid[])', [
    geography,
    typeIds,
  ]);
  await database.query(
    `delete from attribute
     where workspace_id = $1 and type_id = any ($2::uuid[]) and id <> all ($3::uuid[])`,
    [geography, typeIds, attributeIds],
  );
  await database.query(
    'update type set name = id::text where workspace_id = $1 and id = any ($2::uuid[])',
    [geography, typeIds],
  );
  await database.query(
    `update attribute set name = id::text, is_label = false
     where workspace_id = $1 and id = any ($2::uuid[])`,
    [geography, attributeIds],
  );
}

async function restoreTouchedObjects(database: Queryable): Promise<void> {
  const touched = await readTouched(database);
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
