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
 * @param labelOf undefined for an object that is gone, can't be seen or can't be in its place: it keeps its label
 */
export function relabel(
  kind: OwnField['kind'],
  stored: unknown,
  labelOf: (entry: FieldEntry) => string | undefined,
): Relabeled {
  const { objects, levels, isDamaged } = readValue(kind, stored);
  if (isDamaged) return { kind: 'unreadable' };
  const changes = new Map<string, LabelChange>();
  const objectIds = new Set<string>();
  const renew = (group: readonly StoredObject[], levelId: string | undefined) =>
    group.map(({ objectId, label: from }) => {
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

/** An object in a value, and its place there. */
export interface FieldEntry {
  readonly objectId: string;
  /** Undefined in an object field, and in a cascade where the value names no level. */
  readonly levelId: string | undefined;
}

/** The objects of a value, of a cascade those of every level. */
export function entriesOf(kind: OwnField['kind'], stored: unknown): FieldEntry[] {
  const { objects, levels } = readValue(kind, stored);
  return [{ levelId: endOf(levels), objects }, ...levels].flatMap((place) =>
    place.objects.map(({ objectId }) => ({ objectId, levelId: place.levelId })),
  );
}

/** Returns what tells whether a value has an object in a place, however its id is written. */
export function entryTest(kind: OwnField['kind'], stored: unknown) {
  const keyOf = ({ objectId, levelId }: FieldEntry) =>
    JSON.stringify([objectKey(objectId), levelId]);
  const keys = new Set(entriesOf(kind, stored).map(keyOf));
  return (object: FieldEntry): boolean => keys.has(keyOf(object));
}

/** The level on which a path ends, whose objects are those of the value. */
function endOf(levels: readonly LevelSelection[]): string | undefined {
  return levels.findLast(({ objects }) => objects.length > 0)?.levelId;
}

/** Reads a value of either field; one of an object field has no levels. */
export function readValue(kind: OwnField['kind'], stored: unknown) {
  return kind === 'cascade' ? readCascadeValue(stored) : { ...readStoredValue(stored), levels: [] };
}
