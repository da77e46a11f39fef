import type { Queryable } from '../../../../../src/service/base/database/database';
import { insertWorkspace } from '../../../../../src/service/model/permissions/workspace-view';
import { importObjects } from '../../../../../src/service/model/resources/store-objects';
import { insertWorkflow } from '../../../../../src/service/model/resources/workflows';
import { setRole } from '../../../rights';
import { insertAccount, insertContent, insertType } from '../../../rows';
import type { World, WorldAttribute, WorldType } from './world';

/** Puts the world into the database. */
export async function storeWorld(database: Queryable, world: World): Promise<void> {
  const { workspaceId, types, objects, members, stranger, files } = world;
  await insertWorkspace(database, { id: workspaceId, name: 'World' });
  for (const person of [...members, stranger]) await insertAccount(database, person);
  for (const { id } of members) await setRole(database, { workspaceId, userId: id }, 'editor');
  for (const type of types) await storeType(database, workspaceId, type);
  for (const [key, fileName] of files) await insertContent(database, workspaceId, key, fileName);
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
  { attributes, ...type }: WorldType,
): Promise<void> {
  for (const attribute of attributes)
    if (attribute.workflowId) await storeWorkflow(database, workspaceId, attribute);
  await insertType(database, workspaceId, {
    ...type,
    attributes: attributes.map((each) => ({ ...each, configuration: configurationOf(each) })),
  });
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
