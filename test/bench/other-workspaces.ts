import { randomUUID } from 'node:crypto';
import { demoAccounts, demoTypeId } from '../../src/service';
import type { Database } from '../../src/service/database';

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
         array_to_tsvector(array(
           select right(crowd.id::text, 8) || substr(word, 9)
           from unnest(tsvector_to_array(label_words)) as word
         )), created_at, updated_at
       from crowd join (
         select *, row_number() over () % $3::integer as place from object where type_id = $4
       ) as city on city.place = crowd.number`,
      [added, workspacesPerStatement, workspaces, demoTypeId('Geography', 'City')],
    );
  }
  await database.runScript('vacuum (analyze) object');
}

/** An object of a workspace that its reader is a member of. */
export interface PlacedObject {
  readonly workspaceId: string;
  readonly objectId: string;
}

/** Adds a workspace of the demo's admin, with types of 30 attributes each. Returns its only object. */
export async function addWorkspaceOfTypes(
  database: Database,
  types: number,
): Promise<PlacedObject> {
  const [workspaceId, objectId] = [randomUUID(), randomUUID()];
  const typeIds = Array.from({ length: types }, () => randomUUID());
  await database.query('insert into workspace values ($1, $2)', [workspaceId, `${types} types`]);
  await database.query('insert into membership values ($1, $2)', [
    workspaceId,
    demoAccounts.find(({ account }) => account === 'admin')?.id ?? null,
  ]);
  await database.query(
    `insert into type (id, workspace_id, name)
     select id, $2, 'Type ' || number from unnest($1::uuid[]) with ordinality as t (id, number)`,
    [typeIds, workspaceId],
  );
  await database.query(
    `insert into attribute
       (workspace_id, id, type_id, name, attribute_type_code, is_label, position)
     select $2, gen_random_uuid(), type_id, 'Attribute ' || position, 'TEXT', position = 1, position
     from unnest($1::uuid[]) as type_id, generate_series(1, 30) as position`,
    [typeIds, workspaceId],
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
