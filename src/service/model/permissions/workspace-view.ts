import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import { getAttributeKind, readConfiguration } from '../values/attribute-kinds';
import type { StoredAttribute, StoredState } from '../values/attribute-kinds';

/** The person that a request speaks for. */
export interface Caller {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** A personal access token, an OAuth 2.0 access token, a browser's signed-in session, or a page
   * that is open inside another one. */
  readonly via: 'token' | 'oauth' | 'session' | 'embed';
}

/** Whom a token speaks for. */
export interface BearerCaller extends Caller {
  readonly via: 'token' | 'oauth';
  /** The id of the personal access token, or of the grant that an OAuth access token belongs to. */
  readonly credentialId: string;
}

/** Whom a token speaks for, and what they may see. */
export interface Bearer {
  readonly caller: BearerCaller;
  /** To the workspace asked about; undefined where there is none or the caller is no member of it. */
  readonly access: WorkspaceAccess | undefined;
}

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
 * What the caller may see. It precedes nearly every answer, so it reads who they are to the workspace
 * and which version its schema has, and the schema itself only where that changed.
 * @throws Refusal 404 if there is no such workspace or the caller is no member of it
 */
export async function viewWorkspace(
  database: Queryable,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceView> {
  const [access] = await database.queryPrepared<WorkspaceAccess>(readAccessStatement, [
    workspaceId,
    caller.userId,
  ]);
  return viewAccessible(database, { caller, access }, workspaceId);
}

/** As {@link viewWorkspace}, of a workspace to which the caller's access was just read. */
export async function viewAccessible(
  database: Queryable,
  { caller, access }: { readonly caller: Caller; readonly access: WorkspaceAccess | undefined },
  workspaceId: string,
): Promise<WorkspaceView> {
  if (access === undefined) throw notFound('workspace');
  const types = await readSchema(database, workspaceId, access.schemaVersion);
  const denied = new Set(access.deniedTypeIds);
  const readable = denied.size === 0 ? types : types.filter(({ id }) => !denied.has(id));
  return { workspaceId, caller, types: readable };
}

/** What a person is to a workspace of theirs, and which version its schema has. */
export interface WorkspaceAccess {
  readonly schemaVersion: string;
  readonly deniedTypeIds: readonly string[];
}

/** A statement for a {@link WorkspaceAccess}, without a row where there is none; part of others too. */
export function selectAccess(workspaceId: string, userId: string): string {
  return `
    select workspace.schema_version::text as "schemaVersion", array(
      select type_id::text from type_denial
      where workspace_id = ${workspaceId} and user_id = ${userId}
    ) as "deniedTypeIds"
    from membership join workspace on workspace.id = membership.workspace_id
    where membership.workspace_id = ${workspaceId} and membership.user_id = ${userId}`;
}

const readAccessStatement = selectAccess('$1', '$2');

/** How many attributes, of all workspaces together, are kept in memory. */
const maximumKeptAttributes = 100_000;

type Schemas = LRUCache<string, readonly ReadableType[]>;

/** By database, then by workspace and version: a schema is right for good for its version. */
const schemasByDatabase = new WeakMap<Queryable, Schemas>();

function schemasOf(database: Queryable): Schemas {
  const kept = schemasByDatabase.get(database);
  if (kept !== undefined) return kept;
  const schemas: Schemas = new LRUCache({
    maxSize: maximumKeptAttributes,
    sizeCalculation: (types) => types.reduce((size, type) => size + 1 + type.attributes.length, 1),
  });
  schemasByDatabase.set(database, schemas);
  return schemas;
}

/** All types of a workspace with their attributes, by name. */
async function readSchema(
  database: Queryable,
  workspaceId: string,
  version: string,
): Promise<readonly ReadableType[]> {
  const schemas = schemasOf(database);
  const key = `${workspaceId} ${version}`;
  const kept = schemas.get(key);
  if (kept !== undefined) return kept;
  const rows = await database.queryPrepared<TypeRow>(readTypesStatement, [workspaceId]);
  const types = rows.map((type) => ({ ...type, attributes: type.attributes.map(toAttribute) }));
  schemas.set(key, types);
  return types;
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
  states: StoredState[] | null;
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
    select json_agg(json_strip_nulls(json_build_object(
      'id', state.id, 'name', state.name, 'isEndState', state.is_end_state, 'color', state.color
    )) order by state.position)
    from workflow_state as state
    where state.workspace_id = $1
      and state.workflow_id = (attribute.configuration ->> 'workflowId')::uuid
  ) as states`;

const readAttributesStatement = `
  select ${attributeColumns} from attribute
  where workspace_id = $1 and type_id = any ($2::uuid[]) order by position, id`;

const readTypesStatement = `
  select type.id, type.name, type.description, (
    select coalesce(json_agg(row), '[]')
    from (
      select ${attributeColumns} from attribute
      where workspace_id = $1 and type_id = type.id order by position, id
    ) as row
  ) as attributes
  from type
  where type.workspace_id = $1
  order by lower(type.name), type.id`;

/** The attributes of these types of the workspace, each type's in their order. */
export async function readAttributes(
  database: Queryable,
  workspaceId: string,
  typeIds: readonly string[],
): Promise<StoredAttribute[]> {
  const rows = await database.queryPrepared<AttributeRow>(readAttributesStatement, [
    workspaceId,
    typeIds,
  ]);
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
