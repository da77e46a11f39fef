import { isolated } from '../object-display/isolated';
import type { StoredObject } from '../objects/stored-value';
import { cascadeEditTexts as texts } from './edit-texts';
import type { LevelFacts } from './cascade-field-contract';
import { selectedOn, waitsFor, type Change } from './selection';

/** Says on a level what a change on another one took away there, and on levels that depend on it. */
export interface RemovalNotice {
  readonly levelId: string;
  readonly text: string;
}

/**
 * One notice for each level that lost what its own query no longer offers; where there is none, one
 * for all levels that were cleared with the one that they depend on.
 */
export function removalNotices(
  { selections, removed }: Change<StoredObject>,
  levels: readonly LevelFacts[],
  changedLevelId: string,
): RemovalNotice[] {
  const touched = levels.filter(({ levelId }) => selectedOn(removed, levelId).length > 0);
  const isWaiting = (level: LevelFacts) => waitsFor(selections, levels, level).length > 0;
  const waiting = touched.filter(isWaiting).map(({ name }) => name);
  const refused = touched.filter((level) => !isWaiting(level));
  const [first] = touched;
  const changed = levels.find(({ levelId }) => levelId === changedLevelId);
  if (refused.length === 0 && first && changed) {
    return [{ levelId: first.levelId, text: texts.clearedWith(changed.name, waiting) }];
  }
  const parentLabels = labelsOf(selectedOn(selections, changedLevelId));
  const isEmpty = ({ levelId }: LevelFacts) => selectedOn(selections, levelId).length === 0;
  const firstEmpty = refused.find(isEmpty);
  return refused.map((level) => {
    const { levelId, name } = level;
    const notOffered = { labels: labelsOf(selectedOn(removed, levelId)), parentLabels };
    if (!isEmpty(level)) return { levelId, text: texts.removed(name, notOffered) };
    const names = level === firstEmpty ? [name, ...waiting] : [name];
    return { levelId, text: texts.cleared(names, notOffered) };
  });
}

function labelsOf(objects: readonly StoredObject[]): string[] {
  return objects.map(({ label }) => isolated(label));
}
