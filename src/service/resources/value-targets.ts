import type { Queryable } from '../database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import type { EncodedValue } from '../values/encode-value';
import type { AttributeValuesToStore } from './store-objects';

/** The objects and people that values may refer to. */
export interface KnownTargets {
  /** True for a value that refers to nothing, and for a target that may be referred to. */
  includes(attribute: StoredAttribute, value: EncodedValue): boolean;
}

/**
 * Finds the targets of written values: objects of the reference's type that the caller may read,
 * members of the workspace, and whatever the changed object refers to already, so that a value
 * which the caller may not read survives a change beside it.
 */
export async function readKnownTargets(
  database: Queryable,
  view: WorkspaceView,
  written: readonly AttributeValuesToStore[],
  objectId: string | undefined,
): Promise<KnownTargets> {
  const values = written.flatMap((entry) => entry.values);
  const typeByObject = await readTypesOfObjects(database, view, values);
  const members = await readMemberIds(database, view, values);
  const held = await readHeldTargets(database, written, objectId);
  return {
    includes: (attribute, { value, referenceId, userId }) => {
      if (held.has(`${attribute.id} ${value}`)) return true;
      if (referenceId !== undefined) {
        return typeByObject.get(referenceId) === attribute.targetTypeId;
      }
      return userId === undefined || members.has(userId);
    },
  };
}

async function readTypesOfObjects(
  database: Queryable,
  view: WorkspaceView,
  values: readonly EncodedValue[],
): Promise<Map<string, string>> {
  const ids = values.flatMap(({ referenceId }) => (referenceId === undefined ? [] : [referenceId]));
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; typeId: string }>(
    `select id, type_id as "typeId" from object
     where id = any ($1::uuid[]) and type_id = any ($2::uuid[])`,
    [ids, typeIdsOf(view.types)],
  );
  return new Map(rows.map(({ id, typeId }) => [id, typeId]));
}

async function readMemberIds(
  database: Queryable,
  view: WorkspaceView,
  values: readonly EncodedValue[],
): Promise<Set<string>> {
  const ids = values.flatMap(({ userId }) => (userId === undefined ? [] : [userId]));
  if (ids.length === 0) return new Set();
  const rows = await database.query<{ id: string }>(
    `select user_id as id from membership
     where workspace_id = $1 and user_id = any ($2::uuid[])`,
    [view.workspaceId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

async function readHeldTargets(
  database: Queryable,
  written: readonly AttributeValuesToStore[],
  objectId: string | undefined,
): Promise<Set<string>> {
  if (objectId === undefined) return new Set();
  const rows = await database.query<{ attributeId: string; value: string }>(
    `select attribute_id as "attributeId", value from object_value
     where object_id = $1 and attribute_id = any ($2::uuid[])
       and (reference_id is not null or user_id is not null)`,
    [objectId, written.map(({ attributeId }) => attributeId)],
  );
  return new Set(rows.map(({ attributeId, value }) => `${attributeId} ${value}`));
}
