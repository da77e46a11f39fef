import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database, Queryable } from '../../base/database/database';
import { permissionMatrix, roles } from '../../../api/permission';
import type { Permission, Role } from '../../../api/permission';
import { notFound, Refusal } from '../../base/refusals/refusal';
import type { Counted } from '../../base/request-limits/request-limits';
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
  /** What the token or the app with it is called; absent where there is none. */
  readonly credentialName?: string;
  /** The only workspace that there is for the token; absent or null: all of the person. */
  readonly onlyWorkspaceId?: string | null;
}

/** Whom a token speaks for. */
export interface BearerCaller extends Caller {
  readonly via: 'token' | 'oauth';
  /** The id of the personal access token, or of the grant that an OAuth access token belongs to. */
  readonly credentialId: string;
  readonly credentialName: string;
  /** Whether it can make calls that do more than read. */
  readonly mayWrite: boolean;
  readonly onlyWorkspaceId: string | null;
}

/** Whom a token speaks for, and what they may see. */
export interface Bearer {
  readonly caller: BearerCaller;
  /** To the workspace asked about; undefined where there is none, the caller is no member of it, or the token isn't for it. */
  readonly access: WorkspaceAccess | undefined;
  /** Whether an administrator keeps the token out of the workspace asked about. */
  readonly isBlocked: boolean;
  /** What the database said of the request; undefined if it didn't count it. */
  readonly counted: Counted | undefined;
}

/**
 * What one person may see of a workspace. Everything that answers a call takes names, types and
 * attributes from here, so what may not be read is not there to be found.
 */
export interface WorkspaceView {
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly role: Role;
  /** The types that the caller may read, by name. */
  readonly types: readonly ReadableType[];
  /** Those of them whose objects only others may change. */
  readonly readOnlyTypeIds: ReadonlySet<string>;
}

/** Of a view, which workspace it is of: enough for what rights don't change. */
export type Workspace = Pick<WorkspaceView, 'workspaceId'>;

export interface ReadableType {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** In their order. */
  readonly attributes: readonly StoredAttribute[];
}

/**
 * What the caller may see. It precedes nearly every answer, so it reads who they are to the workspace
 * and which version that has, and the schema and their rights only where that changed.
 * @throws Refusal 404 if there is no such workspace or the caller is no member of it
 */
export async function viewWorkspace(
  database: Queryable,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceView> {
  const [access] = await database.queryPrepared<WorkspaceAccess>(findAccessStatement, [
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
  const { role, version } = access;
  const { schemas, rights } = keptOf(database);
  const key = `${workspaceId} ${version}`;
  const types = await schemas.forceFetch(key, { context: workspaceId });
  const { denied, readOnlyTypeIds } = await rights.forceFetch(`${key} ${caller.userId}`, {
    context: [workspaceId, caller.userId],
  });
  return {
    workspaceId,
    caller,
    role,
    types: denied.size === 0 ? types : types.filter(({ id }) => !denied.has(id)),
    readOnlyTypeIds,
  };
}

/** What a person is to a workspace of theirs, and which version its schema and their rights have. */
interface WorkspaceAccess {
  readonly role: Role;
  readonly version: string;
}

const findAccessStatement = `
  select role, version::text from membership join workspace_schema using (workspace_id)
  where workspace_id = $1 and user_id = $2`;

/** In SQL: whether the person opens a row of `site`. */
export function isSiteOpenTo(workspaceId: string, userId: string): string {
  return `(site.is_open or exists (
    select from site_access as access
    where access.workspace_id = ${workspaceId} and access.site_id = site.id
      and (access.user_id = ${userId} or access.group_id in (
        select group_id from user_group_member
        where workspace_id = ${workspaceId} and user_id = ${userId}
      ))
  ))`;
}

/** How many attributes, of all workspaces together, are kept in memory. */
const maximumKeptAttributes = 100_000;
/** How many restricted types, of all people together, are kept in memory. */
const maximumKeptRights = 100_000;

/** What one person may not do with the types of a workspace. */
interface Rights {
  /** The types that they may not read. */
  readonly denied: ReadonlySet<string>;
  readonly readOnlyTypeIds: ReadonlySet<string>;
}

/** What never changes for a version of a workspace. Whoever asks for something that is being read waits for it. */
interface Kept {
  /** By workspace and version: all types with their attributes, by name. */
  readonly schemas: LRUCache<string, readonly ReadableType[], string>;
  /** By workspace, version and person. */
  readonly rights: LRUCache<string, Rights, readonly [workspaceId: string, userId: string]>;
}

const keptByDatabase = new WeakMap<Queryable, Kept>();

function keptOf(database: Queryable): Kept {
  const known = keptByDatabase.get(database);
  if (known !== undefined) return known;
  const kept: Kept = {
    schemas: new LRUCache({
      maxSize: maximumKeptAttributes,
      sizeCalculation: (types) =>
        types.reduce((size, type) => size + 1 + type.attributes.length, 1),
      fetchMethod: (_, __, { context: workspaceId }) => readTypes(database, workspaceId),
      ignoreFetchAbort: true,
    }),
    rights: new LRUCache({
      maxSize: maximumKeptRights,
      sizeCalculation: ({ denied, readOnlyTypeIds }) => 1 + denied.size + readOnlyTypeIds.size,
      fetchMethod: (_, __, { context }) => readRights(database, context),
      ignoreFetchAbort: true,
    }),
  };
  keptByDatabase.set(database, kept);
  return kept;
}

async function readRights(
  database: Queryable,
  key: readonly [workspaceId: string, userId: string],
): Promise<Rights> {
  const rows = await database.queryPrepared<{ id: string; mayRead: boolean }>(
    readRightsStatement,
    key,
  );
  const idsWhere = (mayRead: boolean) =>
    new Set(rows.filter((row) => row.mayRead === mayRead).map(({ id }) => id));
  return { denied: idsWhere(false), readOnlyTypeIds: idsWhere(true) };
}

/** The types whose objects a person may not read, or may read and not change. */
const readRightsStatement = `
  select id, may_read as "mayRead" from (
    select type.id, type.everyone_reads or coalesce(granted.may_read, false) as may_read,
      type.everyone_writes or coalesce(granted.may_write, false) as may_write
    from type left join lateral (
      select bool_or(access.may_read) as may_read, bool_or(access.may_write) as may_write
      from type_access as access
      where access.workspace_id = $1 and access.type_id = type.id and (
        access.user_id = $2 or access.group_id in (
          select group_id from user_group_member where workspace_id = $1 and user_id = $2
        )
      )
    ) as granted on true
    where type.workspace_id = $1 and not (type.everyone_reads and type.everyone_writes)
  ) as restricted
  where not (may_read and may_write)`;

async function readTypes(database: Queryable, workspaceId: string): Promise<ReadableType[]> {
  const rows = await database.queryPrepared<TypeRow>(readTypesStatement, [workspaceId]);
  return rows.map((type) => ({ ...type, attributes: type.attributes.map(toAttribute) }));
}

/**
 * Does in one transaction what changes types, attributes, workflows or rights of a workspace: whoever asks after it
 * reads them again.
 */
export function changeSchema<Result>(
  database: Database,
  { workspaceId }: Workspace,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    await renewVersion(transaction, workspaceId);
    return result;
  });
}

/** Adds a workspace that has no types yet; one that is there gets the name. */
export async function insertWorkspace(
  transaction: Queryable,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await transaction.query(
    `insert into workspace (id, name) values ($1, $2)
     on conflict (id) do update set name = excluded.name`,
    [id, name],
  );
  await renewVersion(transaction, id);
}

/**
 * Makes every process read the workspace's schema and rights again. Call it last in a transaction that changes types,
 * attributes, workflows, groups or access, or removes a member. Every workspace has a version: old history is looked for in all that have one.
 */
export async function renewVersion(transaction: Queryable, workspaceId: string): Promise<void> {
  await transaction.query(
    `insert into workspace_schema (workspace_id, version) values ($1, $2)
     on conflict (workspace_id) do update set version = excluded.version`,
    [workspaceId, randomUUID()],
  );
}

/** @throws Refusal 404 for a type that is not there or may not be read */
export function getType(view: WorkspaceView, typeId: string): ReadableType {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  if (type === undefined) throw notFound('type');
  return type;
}

/**
 * A type whose objects the caller may change.
 * @throws Refusal 404 for a type that is not there or may not be read, 403 for one whose objects only others change
 */
export function getWritableType(view: WorkspaceView, typeId: string): ReadableType {
  const type = getType(view, typeId);
  if (!view.readOnlyTypeIds.has(type.id)) return type;
  const message = `You can read objects of "${type.name}", but not change them. An administrator of the workspace can give you access.`;
  throw new Refusal(403, message);
}

/** @throws Refusal 403 if the caller's role doesn't allow it */
export function assertPermitted(
  { role }: Pick<WorkspaceView, 'role'>,
  permission: Permission,
): void {
  if (!permissionMatrix[permission][role]) throw notPermitted(role, permission);
}

export function notPermitted(role: Role, permission: Permission): Refusal {
  const message = `Your role in this workspace is ${role}. Only ${allowedRoles(permission)} can do this. An administrator of the workspace can change your role.`;
  return new Refusal(403, message);
}

/** `an editor or an administrator` */
export function allowedRoles(permission: Permission): string {
  const allowing = roles.filter((role) => permissionMatrix[permission][role]);
  return allowing.map(withArticle).join(' or ');
}

/** `an editor` */
export function withArticle(role: Role): string {
  return `${role === 'reader' ? 'a' : 'an'} ${role}`;
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
  attribute_type_code as "attributeTypeCode", case when configuration ? 'workflowId' then (
    select json_agg(json_strip_nulls(json_build_object(
      'id', state.id, 'name', state.name, 'isEndState', state.is_end_state, 'color', state.color
    )) order by state.position)
    from workflow_state as state
    where state.workspace_id = $1
      and state.workflow_id = (attribute.configuration ->> 'workflowId')::uuid
  ) end as states`;

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

/** Field by field: a schema can have thousands, and to spread each takes fifty times as long. */
function toAttribute(row: AttributeRow): StoredAttribute {
  const { isRequired, isMultiple, options, targetTypeId, workflowId } = readConfiguration(
    row.configuration,
  );
  return {
    id: row.id,
    typeId: row.typeId,
    name: row.name,
    description: row.description,
    configuration: row.configuration,
    isLabel: row.isLabel,
    isRequired,
    isMultiple,
    options,
    targetTypeId,
    workflowId,
    states: row.states ?? [],
    kind: getAttributeKind(row.attributeTypeCode),
  };
}
