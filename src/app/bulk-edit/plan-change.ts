import { isDeepStrictEqual } from 'node:util';
import type { BulkOperation, LeftOutReason } from '../bulk-screen/bulk-edit-contract';
import {
  readCascadeValue,
  type CascadeValue,
  type LevelSelection,
} from '../cascade-field/cascade-value';
import { objectKey } from '../objects/object-id';
import {
  maximumObjects,
  readStoredValue,
  storedValueOf,
  withoutRepeats,
  type StoredObject,
} from '../objects/stored-value';

/** What becomes of the value of one work item. */
export type PlannedChange =
  | { readonly kind: 'value'; readonly value: object | null }
  /** It has the wanted value already. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'leftOut'; readonly reason: LeftOutReason };

interface WantedObjects {
  readonly operation: BulkOperation;
  readonly objects: readonly StoredObject[];
  /** Whether the field takes several objects there. */
  readonly isMultiple: boolean;
}

/**
 * The value of an object field after an operation. Adding what is there keeps its place; what a work
 * item holds beyond what its field takes now stays until something is added.
 */
export function planObjects(stored: unknown, wanted: WantedObjects): PlannedChange {
  const { objects, isDamaged } = readStoredValue(stored);
  if (isDamaged && wanted.operation !== 'set' && wanted.operation !== 'clear') {
    return { kind: 'leftOut', reason: 'unreadable' };
  }
  const next = afterOperation(objects, wanted);
  if (!isDamaged && isSameList(objects, next)) return { kind: 'unchanged' };
  if (next.length > objects.length || wanted.operation === 'set') {
    if (!wanted.isMultiple && next.length > 1) return { kind: 'leftOut', reason: 'onlyOne' };
    if (next.length > maximumObjects) return { kind: 'leftOut', reason: 'tooMany' };
  }
  return { kind: 'value', value: storedValueOf(next) };
}

/** The value of a cascade that gets this path, or none. */
export function planPath(stored: unknown, value: CascadeValue | null): PlannedChange {
  const { objects, levels, isDamaged } = readCascadeValue(stored);
  const isSame =
    isSameList(objects, value?.objects ?? []) &&
    isDeepStrictEqual(pathOf(levels), pathOf(value?.levels ?? []));
  return isSame && !isDamaged ? { kind: 'unchanged' } : { kind: 'value', value };
}

/** What is selected on each level that has something. */
function pathOf(levels: readonly LevelSelection[]) {
  return levels
    .filter(({ objects }) => objects.length > 0)
    .map(({ levelId, objects }) => [levelId, ...keysOf(objects)]);
}

function afterOperation(
  held: readonly StoredObject[],
  { operation, objects }: WantedObjects,
): readonly StoredObject[] {
  switch (operation) {
    case 'set':
      return withoutRepeats(objects);
    case 'clear':
      return [];
    case 'add':
      return [...held, ...without(withoutRepeats(objects), held)];
    case 'remove':
      return without(held, objects);
  }
}

function without(objects: readonly StoredObject[], others: readonly StoredObject[]) {
  const keys = new Set(keysOf(others));
  return objects.filter(({ objectId }) => !keys.has(objectKey(objectId)));
}

/** Whether both have the same objects in the same order, by whatever label. */
function isSameList(objects: readonly StoredObject[], others: readonly StoredObject[]): boolean {
  return isDeepStrictEqual(keysOf(objects), keysOf(others));
}

function keysOf(objects: readonly StoredObject[]): string[] {
  return objects.map(({ objectId }) => objectKey(objectId));
}
