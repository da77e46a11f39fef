import { objectKey } from './object-id';
import type { StoredObject } from './stored-value';

/**
 * What a person made of `before`, applied to what others made of it meanwhile: theirs, without what
 * the person took away, and with what they added.
 */
export function mergePicks<Pick extends StoredObject>(
  before: readonly Pick[],
  mine: readonly Pick[],
  theirs: readonly Pick[],
): Pick[] {
  const removed = without(before, mine);
  return [...merged(mine, without(theirs, removed)), ...without(without(mine, before), theirs)];
}

/** Of these objects mine where I have them, since my labels are newer. */
function merged<Pick extends StoredObject>(mine: readonly Pick[], theirs: readonly Pick[]) {
  const byKey = new Map(mine.map((pick) => [objectKey(pick.objectId), pick]));
  return theirs.map((pick) => byKey.get(objectKey(pick.objectId)) ?? pick);
}

function without<Pick extends StoredObject>(picks: readonly Pick[], others: readonly Pick[]) {
  const keys = new Set(others.map(({ objectId }) => objectKey(objectId)));
  return picks.filter(({ objectId }) => !keys.has(objectKey(objectId)));
}
