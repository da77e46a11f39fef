import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Page } from '../../../api/page';
import { permissionMatrix } from '../../../api/permission';
import type * as typeApi from '../../../api/type';
import type { EnrichedType, ObjectType, TypeAccess } from '../../../api/type';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import { recordChanges } from '../history/record-changes';
import type { Change, ChangeDependencies } from '../history/record-changes';
import { replaceTypeAccess } from '../permissions/access';
import { changeSchema, getType } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { releaseContents } from './contents';
import { keptSince } from './deleted-objects';
import { releaseName, takeName } from './taken-names';
import { foldName } from '../values/folded-name';
import { page, pageOfLarge, showLarge, textBytes } from './page';
import type { PageRange } from './page';
import { assertWorkspaceFits, largestField } from './schema-limits';
import type { VersionCondition } from '../../base/refusals/version-condition';
import { assertConfirmed, assertStorable, refuseValue } from '../../base/refusals/refused-values';

/** The parts of a type that a list of types shows. */
type ShownType = Pick<
  ReadableType,
  'id' | 'name' | 'description' | 'symbol' | 'isReadByEveryMember'
>;

const shownColumns = 'id, name, description, symbol, everyone_reads as "isReadByEveryMember"';

export function showType(type: ShownType): ObjectType {
  const { id, name, description, symbol, isReadByEveryMember } = type;
  return {
    ...{ id, name, ...(description !== null && { description }), ...(symbol && { symbol }) },
    isReadByEveryMember,
  };
}

/**
 * A page of the types that the caller may read, or of all that they may give access to, by name.
 * @throws Refusal 400 where they are too much for one answer
 */
export async function readTypePage(
  database: Queryable,
  view: WorkspaceView,
  { all, ...range }: PageRange & { readonly all: boolean },
): Promise<Page<ObjectType>> {
  if (!all || !permissionMatrix.changeAccess[view.role]) {
    return pageOfLarge(view.types, range, shownTypes);
  }
  const types = await database.query<ShownType>(
    `select ${shownColumns} from type where workspace_id = $1 order by lower(name), id
     limit $2::bigint offset $3::bigint`,
    [view.workspaceId, range.limit, range.offset],
  );
  const { total } = onlyRow(
    await database.query<{ total: number }>(
      'select count(*)::integer as total from type where workspace_id = $1',
      [view.workspaceId],
    ),
  );
  return page(await showLarge(types, shownTypes), total, range);
}

/** The types that the caller may read, or all that they may give access to. */
export async function readTypeNames(
  database: Queryable,
  view: WorkspaceView,
): Promise<readonly Pick<ReadableType, 'id' | 'name'>[]> {
  if (!permissionMatrix.changeAccess[view.role]) return view.types;
  return database.query(
    'select id, name from type where workspace_id = $1 order by lower(name), id',
    [view.workspaceId],
  );
}

const idBytes = 50;

const typeBytes = ({ name, description, symbol }: ShownType) =>
  idBytes +
  textBytes(name) +
  textBytes(description) +
  textBytes(symbol) +
  textBytes('isReadByEveryMember');

const shownTypes = { names: 'types', bytesOf: typeBytes, show: showType };

/**
 * A page of the types that the caller may read, each with its attributes.
 * @throws Refusal 400 where they are too much for one answer
 */
export function showEnrichedTypes(
  { types }: WorkspaceView,
  range: PageRange,
): Promise<Page<EnrichedType>> {
  const attributeBytes = ({ name, kind }: StoredAttribute) =>
    idBytes + textBytes(name) + textBytes(kind.code) + textBytes('isLabel');
  const bytesOf = (type: ReadableType) =>
    type.attributes.reduce((sum, each) => sum + attributeBytes(each), typeBytes(type));
  return pageOfLarge(types, range, { names: 'types', bytesOf, show: showEnrichedType });
}

/** The type with its attributes in their order. */
function showEnrichedType(type: ReadableType): EnrichedType {
  const attributes = type.attributes.map(({ id, name, kind, isLabel }) => ({
    id,
    name,
    attributeTypeCode: kind.code,
    isLabel,
  }));
  return { ...showType(type), attributes };
}

type NewType = z.output<NonNullable<(typeof typeApi.createType)['body']>>;
type TypeChange = z.output<NonNullable<(typeof typeApi.updateType)['body']>>;

/**
 * Creates a type without attributes, which every member may read.
 * @throws Refusal 400 CONFLICT if another type of the workspace has the name
 */
export async function createType(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  type: NewType,
): Promise<ObjectType> {
  assertStorable(type, 'TYPE');
  const id = randomUUID();
  const fields = {
    name: type.name,
    description: type.description ?? null,
    symbol: type.symbol ?? null,
  };
  const { name, description, symbol } = fields;
  await changeSchema(database, view, async (transaction) => {
    await takeTypeName(transaction, view, { id, name });
    await transaction.query(
      'insert into type (id, workspace_id, name, description, symbol) values ($1, $2, $3, $4, $5)',
      [id, view.workspaceId, name, description, symbol],
    );
    await assertWorkspaceFits(transaction, view, largestField('TYPE', fields), 1);
    const of = { kind: 'type', id, typeId: id, action: 'create' } as const;
    await recordChanges(transaction, view, [{ ...of, after: fields }], clock());
  });
  return showType({ id, ...fields, isReadByEveryMember: true });
}

/** @throws Refusal 400 CONFLICT if another type of the workspace has the name */
async function takeTypeName(
  transaction: Queryable,
  view: WorkspaceView,
  named: Parameters<typeof takeName>[2],
): Promise<void> {
  const place = { workspaceId: view.workspaceId, kind: 'type' } as const;
  if (!(await takeName(transaction, place, named))) throw nameTaken(view, named.name);
}

/** Says nothing of a type that the caller may not read. */
function nameTaken({ types }: WorkspaceView, name: string) {
  const isReadable = types.some((type) => foldName(type.name) === foldName(name));
  const message = isReadable
    ? `A type in this workspace is already called "${name}": choose another name.`
    : `This name can’t be used. Choose another.`;
  return refuseValue('CONFLICT', 'name', 'TYPE', message, name);
}

/**
 * Changes what the call names.
 * @throws Refusal 400 CONFLICT if another type of the workspace has the name, 404 for a type that the caller may
 *   not read
 */
export async function updateType(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  typeId: string,
  change: TypeChange,
): Promise<ObjectType> {
  assertStorable(change, 'TYPE');
  return changeSchema(database, view, async (transaction) => {
    const { id, isReadByEveryMember, ...before } = await lockType(transaction, view, typeId);
    const after = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      symbol: change.symbol === undefined ? before.symbol : change.symbol,
    };
    await takeTypeName(transaction, view, { id, name: after.name, before: before.name });
    await transaction.query(
      `update type set name = $3, description = $4, symbol = $5
       where workspace_id = $1 and id = $2`,
      [view.workspaceId, id, after.name, after.description, after.symbol],
    );
    const growth = sizeOf(after) - sizeOf(before);
    await assertWorkspaceFits(transaction, view, largestField('TYPE', change), growth);
    const of = { kind: 'type', id, typeId: id, action: 'change' } as const;
    await recordChanges(transaction, view, [{ ...of, before, after }], clock());
    return showType({ id, ...after, isReadByEveryMember });
  });
}

/** Enough to tell whether it grows. */
function sizeOf({ name, description }: Pick<ReadableType, 'name' | 'description'>): number {
  return Buffer.byteLength(name + (description ?? ''));
}

/**
 * The type as it is now. Whoever else would change it, or give it objects, waits until the transaction ends.
 * @throws Refusal 404 for a type that is not there or that the caller may not read
 */
async function lockType(
  transaction: Queryable,
  view: WorkspaceView,
  typeId: string,
): Promise<ShownType> {
  const [type] = await transaction.query<ShownType>(
    `select ${shownColumns} from type where workspace_id = $1 and id = $2 for update`,
    [view.workspaceId, getType(view, typeId).id],
  );
  if (type === undefined) throw notFound('type');
  return type;
}

const countObjects = `
  select (
    select count(*)::integer from object where workspace_id = $1 and type_id = $2
  ) as "objectCount", (
    select count(*)::integer from deleted_object
    where workspace_id = $1 and type_id = $2 and deleted_at > $3
  ) as "deletedCount"`;

/**
 * Deletes a type, its attributes and its objects, also those that could be restored.
 * @param confirmed how many objects the caller knows that it takes along
 * @throws Refusal 400 CONFLICT if it has another number of objects, or attributes of other types refer to it;
 *   404 for a type that the caller may not read
 */
export async function deleteType(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  typeId: string,
  confirmed: number | undefined,
): Promise<void> {
  await changeSchema(database, view, async (transaction) => {
    const { id, name, description, symbol } = await lockType(transaction, view, typeId);
    const fields = { name, description, symbol };
    const key = [view.workspaceId, id];
    await refuseWhereReferred(transaction, view, { id, name });
    const counts = onlyRow(
      await transaction.query<{ objectCount: number; deletedCount: number }>(countObjects, [
        ...key,
        keptSince(clock()),
      ]),
    );
    assertConfirmed(counts, confirmed, 'TYPE', `Deleting "${name}" deletes its`);
    await releaseContents(transaction, view, { typeId: id });
    await recordChanges(transaction, view, await readWorkflowUses(transaction, view, id), clock());
    const deleted = await transaction.query<{ isOpen: boolean }>(
      `delete from type where workspace_id = $1 and id = $2 returning everyone_reads as "isOpen"`,
      key,
    );
    await releaseName(transaction, { workspaceId: view.workspaceId, kind: 'type' }, { id, name });
    // Whether everyone could read it says who may read of it from now on.
    const before = { ...fields, ...onlyRow(deleted), objectCount: counts.objectCount };
    const of = { kind: 'type', id, typeId: id, action: 'delete' } as const;
    await recordChanges(transaction, view, [{ ...of, before }], clock());
  });
}

/** The deletions of the attributes that have a workflow: afterwards they say who may read of it in the history. */
async function readWorkflowUses(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  typeId: string,
): Promise<Change[]> {
  const attributes = await transaction.query<{ id: string; facts: object }>(
    `select id, json_build_object('name', name, 'attributeTypeCode', attribute_type_code, 'configuration', configuration) as facts
     from attribute
     where workspace_id = $1 and type_id = $2 and configuration ->> 'workflowId' is not null`,
    [workspaceId, typeId],
  );
  return attributes.map(({ id, facts: before }) => {
    return { kind: 'attribute', id, typeId, action: 'delete', before } as const;
  });
}

/**
 * Replaces who reads and who changes the objects of a type.
 * @throws Refusal 400 with violations for someone unknown, and for whoever would write and not read; 404 for a type that
 *   is not there; 412 if the condition doesn't hold
 */
export async function setTypeAccess(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  typeId: string,
  access: TypeAccess & { readonly condition: VersionCondition | undefined },
): Promise<TypeAccess> {
  return changeSchema(database, view, async (transaction) => {
    const { before, after } = await replaceTypeAccess(transaction, view, typeId, access);
    const of = { kind: 'access', id: typeId, typeId, action: 'change' } as const;
    await recordChanges(transaction, view, [{ ...of, before, after }], clock());
    return after;
  });
}

async function refuseWhereReferred(
  transaction: Queryable,
  { workspaceId, types }: WorkspaceView,
  { id, name }: Pick<ReadableType, 'id' | 'name'>,
): Promise<void> {
  const referring = await transaction.query<{ typeId: string; name: string }>(
    `select type_id as "typeId", name from attribute
     where workspace_id = $1 and configuration ->> 'targetTypeId' = $2::text
       and type_id <> $2::uuid limit 1`,
    [workspaceId, id],
  );
  const [attribute] = referring;
  if (attribute === undefined) return;
  const owner = types.find((type) => type.id === attribute.typeId);
  const where = owner ? `"${attribute.name}" of "${owner.name}"` : 'An attribute';
  const message = `${where} refers to "${name}". Delete that first.`;
  throw refuseValue('CONFLICT', 'id', 'TYPE', message, id);
}
