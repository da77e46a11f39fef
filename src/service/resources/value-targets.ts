import type { Queryable } from '../database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import type { EncodedValue } from '../values/encode-value';
import { readContents, withFileNames } from './contents';
import type { AttributeValuesToStore } from './store-objects';

/** Not there for the caller, or taken. */
export type TargetFault = 'NOT_FOUND' | 'CONFLICT';

/** The objects, people and files that values may refer to. */
export interface KnownTargets {
  /** Undefined for a value that refers to nothing, and for a target that may be referred to. */
  readonly findFault: (attribute: StoredAttribute, value: EncodedValue) => TargetFault | undefined;
  /** The values with what a search reads of their targets. */
  readonly complete: (values: AttributeValuesToStore) => AttributeValuesToStore;
}

/**
 * Finds the targets of written values: objects of the reference's type that the caller may read,
 * members of the workspace, uploads that no attribute holds, and whatever the changed object
 * refers to already, so that a value which the caller may not read survives a change beside it.
 */
export async function readKnownTargets(
  database: Queryable,
  view: WorkspaceView,
  written: readonly AttributeValuesToStore[],
  { objectId, now }: { readonly objectId: string | undefined; readonly now: Date },
): Promise<KnownTargets> {
  const values = written.flatMap((entry) => entry.values);
  const typeByObject = await readTypesOfObjects(database, view, values);
  const members = await readMemberIds(database, view, values);
  const contents = await readContents(database, view.workspaceId, written, now);
  const held = await readHeldTargets(database, written, objectId);
  const isKnown = (
    attribute: StoredAttribute,
    { referenceId, userId, contentKey }: EncodedValue,
  ) => {
    if (referenceId !== undefined) return typeByObject.get(referenceId) === attribute.targetTypeId;
    if (contentKey !== undefined) return contents.has(contentKey);
    return userId === undefined || members.has(userId);
  };
  return {
    findFault: (attribute, value) => {
      if (held.has(`${attribute.id} ${value.value}`)) return undefined;
      if (!isKnown(attribute, value)) return 'NOT_FOUND';
      return contents.get(value.contentKey ?? '')?.isUsed ? 'CONFLICT' : undefined;
    },
    complete: (values) => withFileNames(values, contents),
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
       and (reference_id is not null or user_id is not null or content_key is not null)`,
    [objectId, written.map(({ attributeId }) => attributeId)],
  );
  return new Set(rows.map(({ attributeId, value }) => `${attributeId} ${value}`));
}
