import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../../base/database/database';
import { permissionMatrix, roles } from '../../../api/permission';
import type { Permission, Role } from '../../../api/permission';
import { notFound, Refusal } from '../../base/refusals/refusal';
import type { Counted } from '../../base/request-limits/request-limits';
import type { StoredAttribute } from '../values/attribute-kinds';
import { bytesOfTypes, readTypes } from './read-schema';
import type { ReadableType } from './read-schema';
import { VersionMemory } from './version-memory';

export type { ReadableType } from './read-schema';

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
  /** Changes with what can be seen of the workspace. */
  readonly version: string;
  /** The types that the caller may read, by name. */
  readonly types: readonly ReadableType[];
  /** Those of them whose objects only others may change. */
  readonly readOnlyTypeIds: ReadonlySet<string>;
}

/** Of a view, which workspace it is of: enough for what rights don't change. */
export type Workspace = Pick<WorkspaceView, 'workspaceId'>;

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
  const { schemas, rights } = memoryOf(database);
  const { userId } = caller;
  const types = await schemas.get(workspaceId, version, workspaceId);
  const person = [workspaceId, userId] as const;
  const { denied, readOnlyTypeIds } = await rights.get(person.join(' '), version, person);
  return {
    workspaceId,
    caller,
    role,
    version,
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

const maximumSchemaBytes = 64_000_000;
const maximumRightsBytes = 16_000_000;

/** What one person may not do with the types of a workspace. */
interface Rights {
  /** The types that they may not read. */
  readonly denied: ReadonlySet<string>;
  readonly readOnlyTypeIds: ReadonlySet<string>;
}

type Person = readonly [workspaceId: string, userId: string];

/** What doesn't change until a workspace has another version. */
interface Memory {
  /** By workspace: all types with their attributes, by name. */
  readonly schemas: VersionMemory<readonly ReadableType[], string>;
  /** By workspace and person. */
  readonly rights: VersionMemory<Rights, Person>;
}

const memoryByDatabase = new WeakMap<Queryable, Memory>();

function memoryOf(database: Queryable): Memory {
  const known = memoryByDatabase.get(database);
  if (known !== undefined) return known;
  const memory: Memory = {
    schemas: new VersionMemory({
      maximumBytes: maximumSchemaBytes,
      bytesOf: bytesOfTypes,
      read: (workspaceId) => readTypes(database, workspaceId),
    }),
    rights: new VersionMemory({
      maximumBytes: maximumRightsBytes,
      bytesOf: ({ denied, readOnlyTypeIds }) => 100 * (denied.size + readOnlyTypeIds.size),
      read: (person) => readRights(database, person),
    }),
  };
  memoryByDatabase.set(database, memory);
  return memory;
}

async function readRights(database: Queryable, person: Person): Promise<Rights> {
  const rows = await database.queryPrepared<{ id: string; mayRead: boolean }>(
    readRightsStatement,
    person,
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

/** @throws Refusal 404 for an object that is not there or whose type the caller may not read */
export async function getTypeOfObject(
  database: Queryable,
  view: WorkspaceView,
  objectId: string,
): Promise<ReadableType> {
  const [object] = await database.queryPrepared<{ typeId: string }>(
    'select type_id as "typeId" from object where workspace_id = $1 and id = $2',
    [view.workspaceId, objectId],
  );
  const type = view.types.find(({ id }) => id === object?.typeId);
  if (type === undefined) throw notFound('object');
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
