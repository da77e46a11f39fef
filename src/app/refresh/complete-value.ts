import { isDeepStrictEqual } from 'node:util';
import {
  cascadeValueOf,
  readCascadeValue,
  type CascadeValue,
} from '../cascade-field/cascade-value';
import { objectKey } from '../objects/object-id';
import {
  readStoredValue,
  storedValueOf,
  type StoredObject,
  type StoredValue,
} from '../objects/stored-value';
import type { OwnField } from '../platform/app-jira';

type Completion =
  /** To be stored in its place. */
  | { readonly kind: 'incomplete'; readonly value: StoredValue }
  /** Jira's search does not know of it yet. */
  | { readonly kind: 'complete' }
  /** Empty, or not fully readable for the app: only whoever wrote it may change it. */
  | { readonly kind: 'unreadable' };

/** The value with the flat arrays that JQL searches, for one that was written without them. */
export function completionOf(kind: OwnField['kind'], stored: unknown): Completion {
  const value = kind === 'cascade' ? completeCascade(stored) : completeObjects(stored);
  if (!value) return { kind: 'unreadable' };
  return isContained(value, stored) ? { kind: 'complete' } : { kind: 'incomplete', value };
}

/** Without levels where it is not known how its objects were reached. */
type CompleteCascade = StoredValue & Pick<CascadeValue, 'pathIds'>;

function completeObjects(stored: unknown): StoredValue | null {
  const { objects, isDamaged } = readStoredValue(stored);
  return isDamaged ? null : storedValueOf(objects);
}

function completeCascade(stored: unknown): CompleteCascade | null {
  const { objects, levels, isDamaged } = readCascadeValue(stored);
  const flat = isDamaged ? null : storedValueOf(objects);
  if (!flat) return null;
  const end = levels.findLast((level) => level.objects.length > 0);
  // Levels that end elsewhere say nothing of how these objects were reached.
  const path =
    end && areSame(end.objects, objects)
      ? cascadeValueOf(levels.map((level) => (level === end ? { ...level, objects } : level)))
      : null;
  return path ?? { ...flat, pathIds: flat.objectIds };
}

function areSame(one: readonly StoredObject[], other: readonly StoredObject[]): boolean {
  const keysOf = (objects: readonly StoredObject[]) =>
    objects.map(({ objectId }) => objectKey(objectId)).sort();
  return isDeepStrictEqual(keysOf(one), keysOf(other));
}

function isContained(value: object, stored: unknown): boolean {
  return isDeepStrictEqual({ ...(stored as object), ...value }, stored);
}
