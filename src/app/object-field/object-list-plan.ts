import type { BulkOperation, LeftOutReason } from '../bulk-screen/bulk-edit-contract';
import {
  maximumObjects,
  objectKey,
  withoutRepeats,
  type ReadValue,
  type StoredObject,
} from '../objects/stored-value';

export interface WantedObjects {
  readonly operation: BulkOperation;
  readonly objects: readonly StoredObject[];
  readonly isMultiple: boolean;
}

type ListPlan =
  | { readonly kind: 'list'; readonly objects: readonly StoredObject[] }
  /** It has the wanted value already. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'leftOut'; readonly reason: LeftOutReason };

/**
 * Says what an operation of a bulk edit makes of the objects that an object field holds. Adding what is there keeps its
 * place; what a work item holds beyond what its field takes now stays until something is added.
 */
export function planList({ objects, isDamaged }: ReadValue, wanted: WantedObjects): ListPlan {
  const { operation, isMultiple } = wanted;
  if (isDamaged && operation !== 'set' && operation !== 'clear') {
    return { kind: 'leftOut', reason: 'unreadable' };
  }
  const next = afterOperation(objects, wanted);
  if (!isDamaged && isSameList(objects, next)) return { kind: 'unchanged' };
  if (next.length > objects.length || operation === 'set') {
    if (!isMultiple && next.length > 1) return { kind: 'leftOut', reason: 'onlyOne' };
    if (next.length > maximumObjects) return { kind: 'leftOut', reason: 'tooMany' };
  }
  return { kind: 'list', objects: next };
}

function afterOperation(
  held: readonly StoredObject[],
  { operation, objects }: WantedObjects,
): readonly StoredObject[] {
  switch (operation) {
    case 'set':
      return asStored(withoutRepeats(objects), held);
    case 'clear':
      return [];
    case 'add':
      return [...held, ...without(withoutRepeats(objects), held)];
    case 'remove':
      return without(held, objects);
  }
}

/** Takes objects that the work item has already as they are stored, since nobody chose their labels now. */
export function asStored(
  wanted: readonly StoredObject[],
  stored: readonly StoredObject[],
): StoredObject[] {
  const byKey = new Map(stored.map((object) => [objectKey(object.objectId), object]));
  return wanted.map((object) => byKey.get(objectKey(object.objectId)) ?? object);
}

function without(objects: readonly StoredObject[], others: readonly StoredObject[]) {
  const keys = new Set(keysOf(others));
  return objects.filter(({ objectId }) => !keys.has(objectKey(objectId)));
}

/** Whether both have the same objects in the same order, by whatever label. */
export function isSameList(
  objects: readonly StoredObject[],
  others: readonly StoredObject[],
): boolean {
  const keys = keysOf(others);
  return (
    objects.length === keys.length && keysOf(objects).every((key, place) => key === keys[place])
  );
}

export function keysOf(objects: readonly StoredObject[]): string[] {
  return objects.map(({ objectId }) => objectKey(objectId));
}
