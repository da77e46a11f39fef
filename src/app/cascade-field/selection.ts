import {
  maximumObjects,
  storedLabel,
  type StoredObject,
  isObjectId,
  isSameObject,
  objectKey,
} from '../objects/stored-value';
import type { LevelSelection, ReadCascade, AllowedLevel } from './cascade-value';
import type { LevelFacts } from './cascade-field-contract';

/** What is selected, one entry for each level of the configuration, in their order. */
export type Selections<Selected extends StoredObject = StoredObject> =
  readonly SelectedLevel<Selected>[];

interface SelectedLevel<Selected extends StoredObject> {
  readonly levelId: string;
  readonly objects: readonly Selected[];
}

export interface Change<Selected extends StoredObject> {
  readonly selections: Selections<Selected>;
  /** What had to go on other levels; empty where nothing had to. */
  readonly removed: Selections<Selected>;
}

/**
 * What a stored value selects on the levels that the configuration has now. Levels that it no longer
 * has are left out; objects that were picked on no level count as picked on the last one.
 */
export function selectionsOf(value: ReadCascade, levels: readonly LevelFacts[]): Selections {
  const leafId = levels.at(-1)?.levelId ?? '';
  return levels.map(({ levelId }) => ({
    levelId,
    objects:
      levelId === leafId ? leavesOf(value, leafId, levels) : selectedOn(value.levels, levelId),
  }));
}

/** What the field holds, unless it was picked on another level, where the path ends or ended. */
function leavesOf(
  value: ReadCascade,
  leafId: string,
  levels: readonly LevelFacts[],
): readonly StoredObject[] {
  const onLeaf = selectedOn(value.levels, leafId);
  const isLast = value.levels.at(-1)?.levelId === leafId;
  if (isLast && onLeaf.length > 0) return value.objects;
  if (!isLast && value.levels.some(({ levelId }) => levelId === leafId)) return onLeaf;
  const above = levels.flatMap(({ levelId }) => selectedOn(value.levels, levelId));
  return value.objects.filter((object) => !includes(above, object));
}

/** What is stored on levels that the configuration no longer has, and is on none that it has. */
export function leftOutOf(
  value: ReadCascade,
  levels: readonly LevelFacts[],
): readonly StoredObject[] {
  const placed = selectionsOf(value, levels).flatMap(({ objects }) => objects);
  const stored = value.levels.flatMap(({ objects }) => objects);
  return stored.filter((object) => !includes(placed, object));
}

/** What is selected on a level; empty for one that is not there. */
export function selectedOn<Selected extends StoredObject>(
  selections: Selections<Selected>,
  levelId: string,
): readonly Selected[] {
  return selections.find((level) => level.levelId === levelId)?.objects ?? [];
}

/**
 * Selects these objects on a level, none to clear it. What refers to a level that is empty by that
 * goes at once; what else {@link mustAskWhatIsAllowed} is for the service to say.
 */
export function select<Selected extends StoredObject>(
  selections: Selections<Selected>,
  levels: readonly LevelFacts[],
  levelId: string,
  objects: readonly Selected[],
): Change<Selected> {
  const changed = selections.map((level) =>
    level.levelId === levelId ? { levelId, objects } : level,
  );
  if (objects.length > 0) return { selections: changed, removed: [] };
  const emptied = new Set([levelId]);
  for (const level of levels) {
    const hasLost = level.needs.some((needed) => emptied.has(needed));
    if (hasLost && selectedOn(changed, level.levelId).length > 0) emptied.add(level.levelId);
  }
  return keepOnly(changed, (level) => !emptied.has(level.levelId));
}

/**
 * Whether the service has to be asked what is still allowed, after a level was changed: there is a
 * selection on a level that depends on it. Until it has answered, the value is not to be saved.
 */
export function mustAskWhatIsAllowed(
  selections: Selections,
  levels: readonly LevelFacts[],
  changedLevelId: string,
): boolean {
  return dependentsOf(levels, changedLevelId).some(
    (levelId) => selectedOn(selections, levelId).length > 0,
  );
}

/**
 * Whether a change of a level leaves everything below it allowed: it has only got more objects, and
 * each query that refers to it and has a selection can only offer more by that.
 */
export function canOnlyAllowMore(
  before: Selections,
  after: Selections,
  levels: readonly LevelFacts[],
  levelId: string,
): boolean {
  const selectedBefore = selectedOn(before, levelId);
  if (selectedBefore.length === 0) return false;
  if (!selectedBefore.every((object) => includes(selectedOn(after, levelId), object))) return false;
  return levels
    .filter((level) => level.needs.includes(levelId) && selectedOn(after, level.levelId).length > 0)
    .every((level) => level.growsWith.includes(levelId));
}

/**
 * Takes away what the service no longer allows. The answer has to be about these selections: one that
 * comes after a further change is ignored.
 */
export function prune<Selected extends StoredObject>(
  selections: Selections<Selected>,
  allowed: readonly AllowedLevel[],
): Change<Selected> {
  const byLevel = new Map(allowed.map(({ levelId, objectIds }) => [levelId, objectIds]));
  return keepOnly(selections, ({ levelId }, { objectId }) => {
    const allowedIds = byLevel.get(levelId);
    return !allowedIds || allowedIds.some((id) => isSameObject(id, objectId));
  });
}

export function neededSelections<Selected extends StoredObject>(
  { needs }: LevelFacts,
  selections: Selections<Selected>,
): Selections<Selected> {
  return selections.filter(({ levelId }) => needs.includes(levelId));
}

/** The levels that have to be selected before this one offers anything; empty where it can be. */
export function waitsFor(
  selections: Selections,
  levels: readonly LevelFacts[],
  level: LevelFacts,
): readonly LevelFacts[] {
  return levels.filter(
    ({ levelId }) => level.needs.includes(levelId) && selectedOn(selections, levelId).length === 0,
  );
}

/**
 * The levels to select so that there is something to save, in their order. Empty where the last level
 * has an object, where nothing is selected at all, and where one of them offers nothing, so that the
 * path can't go on.
 */
export function findMissingLevels(
  selections: Selections,
  levels: readonly LevelFacts[],
  offerlessLevelIds: readonly string[],
): readonly LevelFacts[] {
  if (selections.every(({ objects }) => objects.length === 0)) return [];
  const missing = levelsToLast(selections, levels);
  const isAtEnd = missing.some(({ levelId }) => offerlessLevelIds.includes(levelId));
  return isAtEnd ? [] : missing;
}

/** The last level, with those that it waits for, in their order; empty where it has an object. */
export function levelsToLast(
  selections: Selections,
  levels: readonly LevelFacts[],
): readonly LevelFacts[] {
  const leaf = levels.at(-1);
  if (!leaf || selectedOn(selections, leaf.levelId).length > 0) return [];
  const missing = new Set([leaf]);
  // A set is walked with what is added on the way.
  for (const level of missing) {
    for (const needed of waitsFor(selections, levels, level)) missing.add(needed);
  }
  return levels.filter((level) => missing.has(level));
}

export function surplusOn(selections: Selections, { levelId, isMultiple }: LevelFacts): number {
  const count = selectedOn(selections, levelId).length;
  return Math.max(0, count - (isMultiple ? maximumObjects : 1));
}

/** Another text for other objects on the levels that this one's query refers to. */
export function needsKey(level: LevelFacts, selections: Selections): string {
  const needed = neededSelections(level, selections).flatMap(({ objects }) => objects);
  return [level.levelId, ...needed.map(({ objectId }) => objectKey(objectId))].join(' ');
}

/** What of the selections the resolver takes: an odd id can be no object, and selects nothing. */
export function selectionsPayload(selections: readonly LevelSelection[]) {
  return selections.map(({ levelId, objects }) => ({
    levelId,
    objects: objects
      .filter(({ objectId }) => isObjectId(objectId))
      .map(({ objectId, label }) => ({ objectId, label: storedLabel(label) })),
  }));
}

/** The later levels whose queries refer to this one, directly or through another. */
export function dependentsOf(
  levels: readonly Pick<LevelFacts, 'levelId' | 'needs'>[],
  levelId: string,
): readonly string[] {
  const reached = new Set([levelId]);
  for (const level of levels) {
    if (level.needs.some((needed) => reached.has(needed))) reached.add(level.levelId);
  }
  reached.delete(levelId);
  return [...reached];
}

function keepOnly<Selected extends StoredObject>(
  selections: Selections<Selected>,
  isKept: (level: SelectedLevel<Selected>, object: Selected) => boolean,
): Change<Selected> {
  const split = (keep: boolean) =>
    selections.map((level) => ({
      levelId: level.levelId,
      objects: level.objects.filter((object) => isKept(level, object) === keep),
    }));
  return {
    selections: split(true),
    removed: split(false).filter(({ objects }) => objects.length > 0),
  };
}

function includes(objects: readonly StoredObject[], { objectId }: StoredObject): boolean {
  return objects.some((other) => isSameObject(other.objectId, objectId));
}
