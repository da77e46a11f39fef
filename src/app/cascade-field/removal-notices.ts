import { isolated } from '../object-display/isolated';
import type { StoredObject } from '../objects/stored-value';
import { editTexts as texts } from './edit-texts';
import type { LevelFacts } from './replies';
import { selectedOn, waitsFor, type Change } from './selection';

/** Says on a level what a change on another one took away there. */
export interface RemovalNotice {
  readonly levelId: string;
  readonly text: string;
}

export function removalNotices(
  { selections, removed }: Change<StoredObject>,
  levels: readonly LevelFacts[],
  changedLevelId: string,
): RemovalNotice[] {
  const parents = labelsOf(selectedOn(selections, changedLevelId));
  return levels.flatMap((level) => {
    const { levelId, name } = level;
    const labels = labelsOf(selectedOn(removed, levelId));
    if (labels.length === 0) return [];
    const [parent] = waitsFor(selections, levels, level);
    if (parent) return { levelId, text: texts.clearedWaits(name, parent.name) };
    const isEmpty = selectedOn(selections, levelId).length === 0;
    return { levelId, text: (isEmpty ? texts.cleared : texts.removed)(name, labels, parents) };
  });
}

function labelsOf(objects: readonly StoredObject[]): string[] {
  return objects.map(({ label }) => isolated(label));
}
