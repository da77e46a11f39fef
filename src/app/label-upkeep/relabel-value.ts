import { readCascadeValue, type LevelSelection } from '../cascade-field/cascade-value';
import {
  readStoredValue,
  type StoredObject,
  storedValueOf,
  objectKey,
} from '../objects/stored-value';
import type { OwnField } from '../platform/app-jira';

/** A label that is stored, and the one that the object has now. */
export interface LabelChange {
  readonly from: string;
  readonly to: string;
}

type Relabeled =
  | {
      readonly kind: 'outdated';
      /** To be stored in its place. */
      readonly value: object;
      /** Those of every level, each once. */
      readonly changes: readonly LabelChange[];
      /** The objects whose labels change, each once. */
      readonly objectIds: readonly string[];
    }
  | { readonly kind: 'current' }
  /** The app can't read all of it, so only its author may change it. */
  | { readonly kind: 'unreadable' };

/**
 * The value with the current labels, in a cascade on every level, and otherwise as it is stored.
 * @param labelOf undefined for an object that is gone, can't be seen or is none of its place, which keeps its label
 */
export function relabel(
  kind: OwnField['kind'],
  stored: unknown,
  labelOf: (held: HeldObject) => string | undefined,
): Relabeled {
  const { objects, levels, isDamaged } = readValue(kind, stored);
  if (isDamaged) return { kind: 'unreadable' };
  const changes = new Map<string, LabelChange>();
  const objectIds = new Set<string>();
  const renew = (held: readonly StoredObject[], levelId: string | undefined) =>
    held.map(({ objectId, label: from }) => {
      const to = labelOf({ objectId, levelId }) ?? from;
      if (to !== from) {
        changes.set(JSON.stringify([from, to]), { from, to });
        objectIds.add(objectId);
      }
      return { objectId, label: to };
    });
  const renewed = storedValueOf(renew(objects, endOf(levels)));
  const renewedLevels = levels.map((level) => ({
    ...level,
    objects: renew(level.objects, level.levelId),
  }));
  if (changes.size === 0) return { kind: 'current' };
  const ofLevels = levels.length > 0 ? { levels: renewedLevels } : {};
  const value = { ...(stored as object), ...renewed, ...ofLevels };
  return { kind: 'outdated', value, changes: [...changes.values()], objectIds: [...objectIds] };
}

/** An object in the place in which a value holds it. */
export interface HeldObject {
  readonly objectId: string;
  /** Undefined in an object field, and in a cascade where the value names no level. */
  readonly levelId: string | undefined;
}

/** The objects of a value, of a cascade those of every level. */
export function heldObjects(kind: OwnField['kind'], stored: unknown): HeldObject[] {
  const { objects, levels } = readValue(kind, stored);
  return [{ levelId: endOf(levels), objects }, ...levels].flatMap((place) =>
    place.objects.map(({ objectId }) => ({ objectId, levelId: place.levelId })),
  );
}

/** Tells whether a value holds an object in a place, however its id is written. */
export function holderTest(kind: OwnField['kind'], stored: unknown) {
  const keyOf = ({ objectId, levelId }: HeldObject) =>
    JSON.stringify([objectKey(objectId), levelId]);
  const keys = new Set(heldObjects(kind, stored).map(keyOf));
  return (object: HeldObject): boolean => keys.has(keyOf(object));
}

/** The level on which a path ends, whose objects are those of the value. */
function endOf(levels: readonly LevelSelection[]): string | undefined {
  return levels.findLast(({ objects }) => objects.length > 0)?.levelId;
}

/** Reads a value of either field; one of an object field has no levels. */
export function readValue(kind: OwnField['kind'], stored: unknown) {
  return kind === 'cascade' ? readCascadeValue(stored) : { ...readStoredValue(stored), levels: [] };
}
