import type { Queryable } from '../../../../../src/service/base/database/database';
import { insertWorkspace } from '../../../../../src/service/model/permissions/workspace-view';
import { importObjects } from '../../../../../src/service/model/resources/store-objects';
import { insertWorkflow } from '../../../../../src/service/model/resources/workflows';
import { nameParts } from '../../../../../src/service/model/values/searchable-text';
import type { World, WorldAttribute, WorldType } from './world';

/** Puts the world into the database. */
export async function storeWorld(database: Queryable, world: World): Promise<void> {
  const { workspaceId, types, objects, members, stranger, files } = world;
  await insertWorkspace(database, { id: workspaceId, name: 'World' });
  for (const { id, name, email } of [...members, stranger]) {
    await database.query(
      `insert into account (id, name, email, password_hash, name_words)
       values ($1, $2, $3, '', $4::tsvector)`,
      [id, name, email, nameParts(name)],
    );
  }
  for (const { id } of members) {
    await database.query('insert into membership (workspace_id, user_id) values ($1, $2)', [
      workspaceId,
      id,
    ]);
  }
  for (const type of types) await storeType(database, workspaceId, type);
  for (const [key, fileName] of files) {
    await database.query(
      `insert into content (key, workspace_id, file_name, content_type, file_size, created_at)
       values ($1, $2, $3, 'text/plain', 1, now())`,
      [key, workspaceId, fileName],
    );
  }
  await importObjects(database, workspaceId, objects);
  for (const { id, updatedAt } of objects) {
    await database.query('update object set updated_at = $3 where workspace_id = $1 and id = $2', [
      workspaceId,
      id,
      updatedAt,
    ]);
  }
}

async function storeType(
  database: Queryable,
  workspaceId: string,
  { id, name, attributes }: WorldType,
): Promise<void> {
  await database.query('insert into type (id, workspace_id, name) values ($1, $2, $3)', [
    id,
    workspaceId,
    name,
  ]);
  for (const [position, attribute] of attributes.entries()) {
    if (attribute.workflowId) await storeWorkflow(database, workspaceId, attribute);
    await database.query(
      `insert into attribute
         (workspace_id, id, type_id, name, attribute_type_code, configuration, is_label, position)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
      [
        workspaceId,
        attribute.id,
        id,
        attribute.name,
        attribute.code,
        JSON.stringify(configurationOf(attribute)),
        position === 0,
        position,
      ],
    );
  }
}

function configurationOf({ code, choices, isMultiple, targetTypeId, workflowId }: WorldAttribute) {
  if (workflowId !== undefined) return { workflowId };
  if (targetTypeId !== undefined) return { isMultiple, targetTypeId };
  return code === 'OPTION' ? { isMultiple, options: choices } : { isMultiple };
}

async function storeWorkflow(
  database: Queryable,
  workspaceId: string,
  { workflowId: id = '', name, choices }: WorldAttribute,
): Promise<void> {
  const states = choices.map((choice) => ({ ...choice, isEndState: false }));
  const initialStateId = choices[0]!.id;
  await insertWorkflow(database, workspaceId, {
    id,
    name,
    initialStateId,
    states,
    transitions: [],
  });
}
