import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Violation } from '../../../api/error-body';
import type * as objectApi from '../../../api/object';
import type { WorkspaceObject, ObjectOperation, ObjectOperationResult } from '../../../api/object';
import type { Database, Queryable } from '../../base/database/database';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import { notFound, Refusal, invalid } from '../../base/refusals/refusal';
import { recordChanges } from '../history/record-changes';
import type { Change } from '../history/record-changes';
import { getWritableType, typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { deleteAndKeep } from './deleted-objects';
import { keepTypes } from './locks';
import { checkValues } from './object-rules';
import { assertVersion } from '../../base/refusals/version-condition';
import type { VersionCondition } from '../../base/refusals/version-condition';
import { assertFits } from './read-values';
import { recordChange, recordCreation, recordWithReferring } from './record-objects';
import type { RecordedSubject } from './record-objects';
import { findShownObject } from './show-objects';
import { replaceValues, storeObjects } from './store-objects';
import { assertStorageLeft } from './workspace-storage';

export interface ObjectDependencies {
  readonly database: Database;
  /** What object addresses begin with. */
  readonly serviceUrl: string;
  readonly clock: () => Date;
}

export interface ChangeDependencies extends ObjectDependencies {
  readonly storageBudgets: StorageBudgets;
}

/** @throws Refusal 404 for an object that is not there or whose type the caller may not read */
export async function readObject(
  { database, serviceUrl }: { readonly database: Queryable; readonly serviceUrl: string },
  view: WorkspaceView,
  objectId: string,
): Promise<WorkspaceObject> {
  const object = await findShownObject({ database, serviceUrl, view }, objectId);
  if (object === undefined) throw notFound('object');
  return object;
}

type NewObject = z.output<NonNullable<(typeof objectApi.createObject)['body']>>;
type ObjectChange = z.output<NonNullable<(typeof objectApi.updateObject)['body']>>;

/** @throws Refusal 400 with violations, 404 for a type that the caller may not read */
export async function createObject(
  dependencies: ChangeDependencies,
  view: WorkspaceView,
  creation: NewObject,
): Promise<WorkspaceObject> {
  const { database, serviceUrl, clock, storageBudgets } = dependencies;
  return database.transaction(async (transaction) => {
    const { id: typeId } = getWritableType(view, creation.typeId);
    const storedBytes = await keepTypes(transaction, view, { typeIds: [typeId] });
    assertStorageLeft(storedBytes, storageBudgets);
    const now = clock();
    const recorded = await storeNewObject(transaction, view, creation, now);
    await recordChanges(transaction, view, [recorded], now);
    return readObject({ database: transaction, serviceUrl }, view, recorded.id);
  });
}

/**
 * Returns what the history says of the new object.
 * @throws Refusal 400 with violations, 404 for a type that the caller may not read, 403 for one whose objects they may not
 *   change
 */
async function storeNewObject(
  transaction: Queryable,
  view: WorkspaceView,
  creation: NewObject,
  createdAt: Date,
): Promise<Change> {
  const type = getWritableType(view, creation.typeId);
  const id = randomUUID();
  const values = await checkValues(transaction, view, type, creation, { now: createdAt });
  const times = { createdAt, updatedAt: createdAt };
  await storeObjects(transaction, [
    { id, workspaceId: view.workspaceId, typeId: type.id, ...times, values },
  ]);
  await assertFits(transaction, view.workspaceId, id);
  return recordCreation(type, id, values);
}

/**
 * Replaces the values of the attributes that the change names; an empty list clears one. Returns
 * what this change made of the object, whoever else changes it at the same time.
 * @throws Refusal 400 with violations, 404 for an object that the caller may not read, 412 if the
 *   condition doesn't hold
 * @see docs/service-api.md, "Objects"
 */
export async function updateObject(
  dependencies: ChangeDependencies,
  view: WorkspaceView,
  objectId: string,
  { condition, ...change }: ObjectChange & { readonly condition: VersionCondition | undefined },
): Promise<WorkspaceObject> {
  const { database, serviceUrl, clock, storageBudgets } = dependencies;
  return database.transaction(async (transaction) => {
    const { object, storedBytes } = await lockUnder(
      { database: transaction, serviceUrl },
      view,
      objectId,
      { condition, lock: 'no key update' },
    );
    // Only now: who waited for others made the change after theirs.
    const now = clock();
    const { changes, isGrowing } = await storeChange(transaction, view, object, change, now);
    if (isGrowing) assertStorageLeft(storedBytes, storageBudgets);
    await recordChanges(transaction, view, changes, now);
    return readObject({ database: transaction, serviceUrl }, view, objectId);
  });
}

interface StoredChange {
  /** What the history says of it. */
  readonly changes: Change[];
  /** Whether the object has more to hold than before. */
  readonly isGrowing: boolean;
}

/** @throws Refusal 400 with violations */
async function storeChange(
  transaction: Queryable,
  view: WorkspaceView,
  object: RecordedSubject,
  change: ObjectChange,
  now: Date,
): Promise<StoredChange> {
  const { id: objectId } = object;
  const values = await checkValues(transaction, view, object.type, change, { objectId, now });
  if (values.length === 0) return { changes: [], isGrowing: false };
  const { workspaceId } = view;
  const toStore = { workspaceId, id: objectId, updatedAt: now, values };
  const replaced = await replaceValues(transaction, toStore);
  await assertFits(transaction, workspaceId, objectId);
  const isGrowing = bytesOf(values.flatMap((attribute) => attribute.values)) > bytesOf(replaced);
  return { changes: recordChange(object, replaced, values), isGrowing };
}

function bytesOf(
  values: readonly { readonly value: string; readonly text?: string | null | undefined }[],
): number {
  const sizes = values.map(
    ({ value, text }) => Buffer.byteLength(value) + Buffer.byteLength(text ?? ''),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @throws Refusal 404 for an object that the caller may not read, 412 if the condition doesn't hold */
export async function deleteObject(
  { database, serviceUrl, clock }: ObjectDependencies,
  view: WorkspaceView,
  objectId: string,
  condition: VersionCondition | undefined,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const { object } = await lockUnder({ database: transaction, serviceUrl }, view, objectId, {
      condition,
      lock: 'update',
    });
    const now = clock();
    const recorded = await removeObject(transaction, view, object, now);
    await recordChanges(transaction, view, recorded, now);
  });
}

/**
 * Keeps other writers of the object waiting until the transaction ends.
 * @returns the object, and how many bytes its workspace holds; null where that hasn't been counted yet
 * @throws Refusal as {@link lockWritable}, 412 if the condition doesn't hold
 */
async function lockUnder(
  dependencies: { readonly database: Queryable; readonly serviceUrl: string },
  view: WorkspaceView,
  objectId: string,
  {
    condition,
    lock,
  }: { readonly condition: VersionCondition | undefined; readonly lock: ObjectLock },
): Promise<{ readonly object: RecordedSubject; readonly storedBytes: number | null }> {
  const storedBytes = await keepTypes(dependencies.database, view, { objectIds: [objectId] });
  const object = await lockWritable(dependencies.database, view, objectId, lock);
  if (condition !== undefined) {
    assertVersion('object', await readObject(dependencies, view, objectId), condition);
  }
  return { object, storedBytes };
}

/**
 * Deletes the object, and with it the references to it; they can be restored.
 * @returns what the history says of it, and of the objects that referred to it
 */
async function removeObject(
  transaction: Queryable,
  view: WorkspaceView,
  object: RecordedSubject,
  now: Date,
): Promise<Change[]> {
  const recorded = await recordWithReferring(transaction, view, object, 'delete');
  await deleteAndKeep(transaction, view, object.id, now);
  return recorded;
}

/** To others who refer to it meanwhile, an object that is changed stays; one that is deleted doesn't. */
type ObjectLock = 'update' | 'no key update';

/**
 * Keeps other writers of the object waiting until the transaction ends, and returns it.
 * @throws Refusal 404 for an object that the caller may not read, 403 for one that they may not change
 */
async function lockWritable(
  database: Queryable,
  view: WorkspaceView,
  objectId: string,
  lock: ObjectLock,
): Promise<RecordedSubject> {
  const [row] = await database.queryPrepared<{ typeId: string; label: string }>(
    `select o.type_id as "typeId", o.label from object as o
     where o.workspace_id = $1 and o.id = $2 and o.type_id = any ($3::uuid[]) for ${lock}`,
    [view.workspaceId, objectId, typeIdsOf(view.types)],
  );
  if (row === undefined) throw notFound('object');
  return { id: objectId, label: row.label, type: getWritableType(view, row.typeId) };
}

interface Refused {
  readonly index: number;
  readonly operation: ObjectOperation;
  readonly refusal: Refusal;
}

/**
 * Does all the operations of a call in their order, or none.
 * @throws Refusal 400 with violations, which carry the index of their operation
 */
export function changeObjects(
  { database, clock, storageBudgets }: ChangeDependencies,
  view: WorkspaceView,
  operations: readonly ObjectOperation[],
): Promise<{ failures: false; result: ObjectOperationResult[] }> {
  return database.transaction(async (transaction) => {
    const storedBytes = await lockAll(transaction, view, operations);
    const now = clock();
    const result: ObjectOperationResult[] = [];
    const recorded: Change[] = [];
    const refused: Refused[] = [];
    let grows = false;
    for (const [index, operation] of operations.entries()) {
      try {
        const { changes, isGrowing, ...done } = await change(transaction, view, operation, now);
        result.push({ status: 'success', index, ...done });
        recorded.push(...changes);
        grows ||= isGrowing;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ index, operation, refusal: error });
      }
    }
    if (refused.length > 0) throw refuseAll(refused);
    if (grows) assertStorageLeft(storedBytes, storageBudgets);
    await recordChanges(transaction, { ...view, isBulk: true }, recorded, now);
    return { failures: false, result };
  });
}

function lockOf({ objectOperationType }: ObjectOperation): ObjectLock {
  return objectOperationType === 'delete' ? 'update' : 'no key update';
}

/**
 * Keeps other writers of the objects waiting, in one order: no two calls wait for each other.
 * @returns how many bytes the workspace holds; null where it hasn't been counted yet
 */
async function lockAll(
  transaction: Queryable,
  view: WorkspaceView,
  operations: readonly ObjectOperation[],
): Promise<number | null> {
  const objectIds = operations.flatMap((operation) =>
    operation.objectOperationType === 'create' ? [] : [operation.objectId],
  );
  const typeIds = operations.flatMap((operation) =>
    operation.objectOperationType === 'create' ? [operation.typeId] : [],
  );
  const storedBytes = await keepTypes(transaction, view, { typeIds, objectIds });
  if (objectIds.length === 0) return storedBytes;
  const lock = operations.map(lockOf).find((each) => each === 'update') ?? 'no key update';
  await transaction.queryPrepared(
    `select from object
     where workspace_id = $1 and id = any ($2::uuid[]) and type_id = any ($3::uuid[])
     order by id for ${lock}`,
    [view.workspaceId, objectIds, typeIdsOf(view.types)],
  );
  return storedBytes;
}

type Done = Pick<ObjectOperationResult, 'operationAction' | 'objectId'> & StoredChange;

async function change(
  transaction: Queryable,
  view: WorkspaceView,
  operation: ObjectOperation,
  now: Date,
): Promise<Done> {
  if (operation.objectOperationType === 'create') {
    const created = await storeNewObject(transaction, view, operation, now);
    return {
      operationAction: 'CREATE',
      objectId: created.id,
      changes: [created],
      isGrowing: true,
    };
  }
  const objectId = operation.objectId.toLowerCase();
  const object = await lockWritable(transaction, view, objectId, lockOf(operation));
  if (operation.objectOperationType === 'patch') {
    const stored = await storeChange(transaction, view, object, operation, now);
    return { operationAction: 'PATCH', objectId, ...stored };
  }
  const changes = await removeObject(transaction, view, object, now);
  return { operationAction: 'DELETE', objectId, changes, isGrowing: false };
}

/** What isn't there, or only others may change, is refused by a violation as well: one call has one status. */
function refuseAll(refused: readonly Refused[]): Refusal {
  const [first] = refused;
  const message = `Nothing was changed. Operation ${first?.index ?? 0}: ${first?.refusal.message ?? ''}`;
  return invalid(
    message,
    refused.flatMap(({ index, operation, refusal }) =>
      (refusal.detail.violations ?? [violationOf(operation, refusal)]).map((violation) => ({
        ...violation,
        index,
      })),
    ),
  );
}

function violationOf(operation: ObjectOperation, { status }: Refusal): Violation {
  const [fieldIdentifier, invalidValue] =
    operation.objectOperationType === 'create'
      ? ['typeId', operation.typeId]
      : ['objectId', operation.objectId];
  const violationType = status === 403 ? 'READ_ONLY' : 'NOT_FOUND';
  return { fieldIdentifier, violationType, invalidValue, domain: 'OBJECT' };
}
