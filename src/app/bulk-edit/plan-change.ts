import type { BulkOperation, LeftOutReason } from '../bulk-screen/bulk-edit-contract';
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
  if (next.length > objects.length || wanted.operation === 'set') {
    if (!wanted.isMultiple && next.length > 1) return { kind: 'leftOut', reason: 'onlyOne' };
    if (next.length > maximumObjects) return { kind: 'leftOut', reason: 'tooMany' };
  }
  return { kind: 'value', value: storedValueOf(next) };
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
  const keys = new Set(others.map(({ objectId }) => objectKey(objectId)));
  return objects.filter(({ objectId }) => !keys.has(objectKey(objectId)));
}
