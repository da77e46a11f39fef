import { cascadeValueOf, readCascadeValue } from '../cascade-field/cascade-value';
import { objectKey } from '../objects/object-id';
import { readStoredValue, storedValueOf, type StoredObject } from '../objects/stored-value';

/**
 * The value with the flat arrays that JQL searches, for one that was written without them.
 * Undefined where it is not of a shape that the app reads whole, or holds nothing: that is nobody's
 * to change but whoever wrote it.
 */
export function completeValue(kind: 'object' | 'cascade', value: unknown): object | undefined {
  return kind === 'cascade' ? completeCascade(value) : completeObjects(value);
}

function completeObjects(value: unknown): object | undefined {
  const { objects, isDamaged } = readStoredValue(value);
  return isDamaged ? undefined : (storedValueOf(objects) ?? undefined);
}

function completeCascade(value: unknown): object | undefined {
  const { objects, levels, isDamaged } = readCascadeValue(value);
  const stored = isDamaged ? null : storedValueOf(objects);
  if (!stored) return undefined;
  const lastLevel = levels.at(-1)?.objects ?? [];
  // Levels that end elsewhere say nothing of how these objects were reached.
  const path = areSame(lastLevel, objects) ? cascadeValueOf(levels) : null;
  return path ?? { ...stored, pathIds: stored.objectIds };
}

function areSame(one: readonly StoredObject[], other: readonly StoredObject[]): boolean {
  const keysOf = (objects: readonly StoredObject[]) =>
    objects.map(({ objectId }) => objectKey(objectId)).sort();
  return JSON.stringify(keysOf(one)) === JSON.stringify(keysOf(other));
}
