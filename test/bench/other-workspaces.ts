import { randomUUID } from 'node:crypto';
import { demoAccounts, demoTypeId } from '../../src/service';
import type { Database, Parameter } from '../../src/service/base/database/database';
import { insertWorkspace } from '../../src/service/model/permissions/workspace-view';

/** So many per statement that each ends well within its time. */
const workspacesPerStatement = 20;

/** Adds workspaces that share copies of all cities among them. */
export async function addCrowd(database: Database, workspaces: number): Promise<void> {
  for (let added = 0; added < workspaces; added += workspacesPerStatement) {
    await database.query(
      `with crowd as materialized (
         select gen_random_uuid() as id, gen_random_uuid() as type_id, number
         from generate_series($1::integer, $1::integer + $2::integer - 1) as number
       ), added_workspace as (
         insert into workspace select id, 'Crowd ' || number from crowd
       ), added_type as (
         insert into type (id, workspace_id, name) select type_id, id, 'City' from crowd
       )
       insert into object
       select gen_random_uuid(), crowd.id, crowd.type_id, label, label_key,
         ${wordsIn('crowd.id')}, created_at, updated_at
       from crowd join (
         select *, row_number() over () % $3::integer as place from object where type_id = $4
       ) as city on city.place = crowd.number`,
      [added, workspacesPerStatement, workspaces, demoTypeId('Geography', 'City')],
    );
  }
  await database.runScript('vacuum (analyze) object');
}

/** What is changed in a transaction may take as long as it does here. */
export async function change(
  database: Database,
  sql: string,
  parameters: readonly Parameter[],
): Promise<void> {
  await database.transaction((transaction) => transaction.query(sql, parameters));
}

/** Stores very many objects: the index of their words is made anew once, and references are not checked. */
export async function seedObjects(database: Database, store: () => Promise<void>): Promise<void> {
  await database.runScript('drop index object_label_words');
  await store();
  await database.runScript(
    'create index object_label_words on object using gin (label_words) with (fastupdate = off)',
  );
  await database.runScript('vacuum (analyze) object');
}

interface PlacedType {
  readonly workspaceId: string;
  readonly typeId: string;
}

/** Adds workspaces of the demo's admin with one type each, and copies of so many objects of a type. */
export async function addWorkspacesOfObjects(
  database: Database,
  source: PlacedType & { readonly objects: number },
  workspaces: number,
): Promise<PlacedType[]> {
  const added = Array.from({ length: workspaces }, () => ({
    workspaceId: randomUUID(),
    typeId: randomUUID(),
  }));
  await seedObjects(database, async () => {
    for (const { workspaceId, typeId } of added) {
      await addWorkspace(database, workspaceId, 'Crowd');
      await database.query('insert into type (id, workspace_id, name) values ($1, $2, $3)', [
        ...[typeId, workspaceId, 'City'],
      ]);
      await change(
        database,
        `insert into object
         select gen_random_uuid(), $1, $2, label, label_key, ${wordsIn('$1::uuid')},
           created_at, updated_at
         from object where workspace_id = $3 and type_id = $4 order by created_at, id limit $5`,
        [workspaceId, typeId, source.workspaceId, source.typeId, source.objects],
      );
    }
  });
  return added;
}

/** The words of a row of `object` as another workspace has them. */
function wordsIn(workspace: string): string {
  return `array_to_tsvector(array(
    select right(${workspace}::text, 8) || substr(word, 9)
    from unnest(tsvector_to_array(label_words)) as word
  ))`;
}

async function addWorkspace(database: Database, workspaceId: string, name: string): Promise<void> {
  await insertWorkspace(database, { id: workspaceId, name });
  await database.query('insert into membership values ($1, $2)', [
    workspaceId,
    demoAccounts.find(({ account }) => account === 'admin')?.id ?? null,
  ]);
}

/** An object of a workspace that its reader is a member of. */
export interface PlacedObject {
  readonly workspaceId: string;
  readonly objectId: string;
}

/** Adds a workspace of the demo's admin, with types of so many attributes each. Returns its only object. */
export async function addWorkspaceOfTypes(
  database: Database,
  { types, attributes }: { readonly types: number; readonly attributes: number },
): Promise<PlacedObject> {
  const [workspaceId, objectId] = [randomUUID(), randomUUID()];
  const typeIds = Array.from({ length: types }, () => randomUUID());
  await addWorkspace(database, workspaceId, `${types} types`);
  await database.query(
    `insert into type (id, workspace_id, name)
     select id, $2, 'Type ' || number from unnest($1::uuid[]) with ordinality as t (id, number)`,
    [typeIds, workspaceId],
  );
  await change(
    database,
    `insert into attribute
       (workspace_id, id, type_id, name, attribute_type_code, is_label, position)
     select $2, gen_random_uuid(), type_id, 'Attribute ' || position, 'TEXT', position = 1, position
     from unnest($1::uuid[]) as type_id, generate_series(1, $3::integer) as position`,
    [typeIds, workspaceId, attributes],
  );
  await database.query(
    `insert into object values ($1, $2, $3, 'One', 'one', array_to_tsvector(array['one']), now(), now())`,
    [objectId, workspaceId, typeIds[0] ?? null],
  );
  await database.query(
    `insert into object_value (workspace_id, id, object_id, attribute_id, position, value)
     select $3, gen_random_uuid(), $1, id, 1, 'One' from attribute
     where workspace_id = $3 and type_id = $2`,
    [objectId, typeIds[0] ?? null, workspaceId],
  );
  return { workspaceId, objectId };
}
