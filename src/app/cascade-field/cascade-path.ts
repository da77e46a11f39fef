import { isolated } from '../object-display/formats';
import type { ShownObject } from '../objects/objects-contract';
import { type StoredObject, objectKey } from '../objects/stored-value';
import type { ReadCascade } from './cascade-value';

/** The way to the objects on the last level, with current labels where the person may see them. */
export function cascadePathOf(
  { objects, levels }: ReadCascade,
  current: readonly ShownObject[] = [],
) {
  const leaves = new Set(objects.map(({ objectId }) => objectKey(objectId)));
  const isAbove = ({ objectId }: { objectId: string }) => !leaves.has(objectKey(objectId));
  const labels = new Map(current.map(({ objectId, label }) => [objectKey(objectId), label]));
  const above = levels
    .map((level) => level.objects.filter(isAbove))
    .filter((level) => level.length > 0);
  const labelOf = ({ objectId, label }: StoredObject) =>
    isolated(labels.get(objectKey(objectId)) ?? label);
  const text = above.map((level) => level.map(labelOf).join(', ')).join(' / ');
  // A value does not say which of several lead to which.
  const isOne = above.every((level) => level.length === 1);
  return {
    above: above.flat(),
    /** The labels above the last level, such as `Latvia / Vidzeme`; empty where there are none. */
    text,
    /** Whether that is the path of each object on the last level: each level has one object at most. */
    isOne,
    /** What stands before each label then; empty where nothing does. */
    prefix: isOne && text !== '' ? `${text} / ` : '',
  };
}
