import { id } from '../../../api/id';
import type { Queryable } from '../../base/database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import type { EncodedValue } from '../values/encode-value';
import { mentionOf, mentionedIn } from '../values/mentions';
import { readContents, withFileNames } from './contents';
import type { AttributeValuesToStore } from './store-objects';

/** Not there for the caller, or taken. */
export type TargetFault = 'NOT_FOUND' | 'CONFLICT';

/** The objects, people and files that values may refer to. */
export interface KnownTargets {
  /** Undefined for a value that refers to nothing, and for a target that may be referred to. */
  readonly findFault: (attribute: StoredAttribute, value: EncodedValue) => TargetFault | undefined;
  /** The ids of those whom a text mentions though they are no members, nor mentioned there before. */
  readonly findStrangers: (attribute: StoredAttribute, value: EncodedValue) => readonly string[];
  /** The values with what a search reads of their targets. */
  readonly complete: (values: AttributeValuesToStore) => AttributeValuesToStore;
}

/**
 * Finds the targets of written values: objects of the reference's type that the caller may read,
 * members of the workspace, as values and as people that texts mention, uploads that no attribute holds, and whatever the changed object
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
  const held = await readHeldTargets(database, view, written, objectId);
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
    findStrangers: (attribute, { mentionedIds = [] }) =>
      mentionedIds.filter(
        (id) => !members.has(id) && !held.has(`${attribute.id} ${mentionOf(id)}`),
      ),
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
     where workspace_id = $1 and id = any ($2::uuid[]) and type_id = any ($3::uuid[])`,
    [view.workspaceId, ids, typeIdsOf(view.types)],
  );
  return new Map(rows.map(({ id, typeId }) => [id, typeId]));
}

async function readMemberIds(
  database: Queryable,
  view: WorkspaceView,
  values: readonly EncodedValue[],
): Promise<Set<string>> {
  const named = values.flatMap(({ userId = '', mentionedIds = [] }) => [userId, ...mentionedIds]);
  const ids = [...new Set(named)].filter((named) => id.safeParse(named).success);
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
  { workspaceId }: WorkspaceView,
  written: readonly AttributeValuesToStore[],
  objectId: string | undefined,
): Promise<Set<string>> {
  if (objectId === undefined) return new Set();
  const rows = await database.query<{ attributeId: string; value: string; text: string | null }>(
    `select attribute_id as "attributeId", value, text from object_value
     where workspace_id = $1 and object_id = $2 and attribute_id = any ($3::uuid[])
       and (reference_id is not null or user_id is not null or content_key is not null
         or position('{{@userId:' in coalesce(text, value)) > 0)`,
    [workspaceId, objectId, written.map(({ attributeId }) => attributeId)],
  );
  return new Set(
    rows.flatMap(({ attributeId, value, text }) =>
      [value, ...mentionedIn(text ?? value).map(mentionOf)].map((held) => `${attributeId} ${held}`),
    ),
  );
}
