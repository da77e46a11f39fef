import type { Caller } from '../identity';
import type { Queryable } from '../database';
import { notFound } from '../refusal';
import type { WorkflowState } from '../../api/workflow';
import { getAttributeKind, readConfiguration } from '../values/attribute-kinds';
import type { StoredAttribute } from '../values/attribute-kinds';

/**
 * What one person may see of a workspace. Everything that answers a call takes names, types and
 * attributes from here, so what may not be read is not there to be found.
 */
export interface WorkspaceView {
  readonly workspaceId: string;
  readonly caller: Caller;
  /** The types that the caller may read, by name. */
  readonly types: readonly ReadableType[];
}

export interface ReadableType {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** In their order. */
  readonly attributes: readonly StoredAttribute[];
}

/**
 * Reads what the caller may see, in one statement because it precedes nearly every answer.
 * @throws Refusal 404 where there is no such workspace or the caller is no member of it
 */
export async function viewWorkspace(
  database: Queryable,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceView> {
  const rows = await database.queryPrepared<TypeRow | { id: null }>(readTypesStatement, [
    workspaceId,
    caller.userId,
  ]);
  if (rows.length === 0) throw notFound('workspace');
  const types = rows.filter((row) => row.id !== null);
  return {
    workspaceId,
    caller,
    types: types.map((type) => ({ ...type, attributes: type.attributes.map(toAttribute) })),
  };
}

/** @throws Refusal 404 for a type that is not there or may not be read */
export function getType(view: WorkspaceView, typeId: string): ReadableType {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  if (type === undefined) throw notFound('type');
  return type;
}

/** @throws Refusal 404 for an attribute that is not there or whose type may not be read */
export function getAttribute(view: WorkspaceView, attributeId: string): StoredAttribute {
  const attributes = view.types.flatMap((type) => type.attributes);
  const attribute = attributes.find(({ id }) => id === attributeId.toLowerCase());
  if (attribute === undefined) throw notFound('attribute');
  return attribute;
}

export function typeIdsOf(types: readonly ReadableType[]): string[] {
  return types.map(({ id }) => id);
}

interface AttributeRow {
  id: string;
  typeId: string;
  name: string;
  description: string | null;
  attributeTypeCode: string;
  configuration: Record<string, unknown> | null;
  isLabel: boolean;
  states: WorkflowState[] | null;
}

interface TypeRow {
  id: string;
  name: string;
  description: string | null;
  attributes: readonly AttributeRow[];
}

const attributeColumns = `
  id, type_id as "typeId", name, description, configuration, is_label as "isLabel",
  attribute_type_code as "attributeTypeCode", (
    select json_agg(json_build_object(
      'id', state.id, 'name', state.name, 'isEndState', state.is_end_state
    ) order by state.position)
    from workflow_state as state
    where state.workflow_id = (attribute.configuration ->> 'workflowId')::uuid
  ) as states`;

const readAttributesStatement = `
  select ${attributeColumns} from attribute where type_id = any ($1::uuid[]) order by position, id`;

/** A member of a workspace without readable types gets one row without a type. */
const readTypesStatement = `
  select type.id, type.name, type.description, (
    select coalesce(json_agg(row), '[]')
    from (
      select ${attributeColumns} from attribute where type_id = type.id order by position, id
    ) as row
  ) as attributes
  from membership
  left join type on type.workspace_id = membership.workspace_id and not exists (
    select from type_denial
    where type_denial.type_id = type.id and type_denial.user_id = membership.user_id
  )
  where membership.workspace_id = $1 and membership.user_id = $2
  order by lower(type.name), type.id`;

/** The attributes of these types, each type's in their order. */
export async function readAttributes(
  database: Queryable,
  typeIds: readonly string[],
): Promise<StoredAttribute[]> {
  const rows = await database.queryPrepared<AttributeRow>(readAttributesStatement, [typeIds]);
  return rows.map(toAttribute);
}

function toAttribute({ attributeTypeCode, ...row }: AttributeRow): StoredAttribute {
  return {
    ...row,
    ...readConfiguration(row.configuration),
    states: row.states ?? [],
    kind: getAttributeKind(attributeTypeCode),
  };
}
