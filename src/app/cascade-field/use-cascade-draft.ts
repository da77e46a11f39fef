import { useState } from 'react';
import { readFieldValue } from '../field-screen/read-field-value';
import { useFieldDraft, type FieldDraft } from '../field-screen/use-field-draft';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { pickedFromStore, readPicks, type PickedObject } from '../object-picker/picked-object';
import { mergePicks } from '../objects/merge-picks';
import { objectKey } from '../objects/object-id';
import { maximumObjects } from '../objects/stored-value';
import { cascadeValueOf, readCascadeValue, type ReadCascade } from './cascade-value';
import type { LevelFacts } from './replies';
import {
  dependentsOf,
  findMissingLevels,
  selectedOn,
  selectionsOf,
  type Selections,
} from './selection';
import type { CascadeContent } from './use-level-check';

export interface CascadeOptions {
  readonly value: ReadCascade;
  readonly levels: readonly LevelFacts[];
  readonly screen: FieldScreen;
}

/** What is selected in the editor, and how it gets into Jira. */
export function useCascadeDraft({
  value,
  levels,
  screen,
}: CascadeOptions): FieldDraft<CascadeContent> {
  const [initial] = useState<CascadeContent>(() => contentOf(value, levels));
  return useFieldDraft<CascadeContent>({
    initial,
    renderContext: screen.renderContext,
    valueOf: (content) => storable(content, levels, unfinishedValue(screen)),
    readLabels: readLevelLabels,
    catchUp: async () => {
      if (!levels.at(-1)?.isMultiple) return undefined;
      const stored = await readFieldValue(screen.place);
      const theirs = stored === undefined ? undefined : readCascadeValue(stored);
      if (!theirs || theirs.isDamaged) return undefined;
      const { selections } = contentOf(theirs, levels);
      return (mine) => ({
        ...mine,
        selections: mergeLeaves(initial.selections, mine.selections, selections),
      });
    },
  });
}

/** How many to remove from a level before a change can be saved. */
export function surplusOn(selections: Selections, { levelId, isMultiple }: LevelFacts): number {
  const count = selectedOn(selections, levelId).length;
  return Math.max(0, count - (isMultiple ? maximumObjects : 1));
}

function contentOf(value: ReadCascade, levels: readonly LevelFacts[]): CascadeContent {
  const selections = selectionsOf(value, levels).map(({ levelId, objects }) => ({
    levelId,
    objects: objects.map(pickedFromStore),
  }));
  return { selections, uncheckedLevelIds: [] };
}

/** Both changes of the last level, where all three have the same above it; else mine. */
function mergeLeaves(
  before: Selections<PickedObject>,
  mine: Selections<PickedObject>,
  theirs: Selections<PickedObject>,
): Selections<PickedObject> {
  const leafId = mine.at(-1)?.levelId ?? '';
  const path = pathKey(mine);
  if (pathKey(before) !== path || pathKey(theirs) !== path) return mine;
  const objects = mergePicks(
    selectedOn(before, leafId),
    selectedOn(mine, leafId),
    selectedOn(theirs, leafId),
  );
  return [...mine.slice(0, -1), { levelId: leafId, objects }];
}

/** The same for the same objects above the last level, in any order. */
function pathKey(selections: Selections): string {
  const levels = selections.slice(0, -1).map(({ objects }) => objects);
  return JSON.stringify(
    levels.map((objects) => objects.map(({ objectId }) => objectKey(objectId)).sort()),
  );
}

/**
 * What a form stores while what is selected is no whole path, as far as it is checked: what was there
 * before the form, since Jira would else keep the path that the form submitted last. Undefined on an
 * issue, which saves nothing until then.
 */
function unfinishedValue({ renderContext, fieldValue }: FieldScreen) {
  if (renderContext === 'issue-view') return undefined;
  return { value: renderContext === 'issue-create' ? null : (fieldValue ?? null) };
}

function storable(
  { selections, uncheckedLevelIds }: CascadeContent,
  levels: readonly LevelFacts[],
  unfinished: { readonly value: unknown } | undefined,
) {
  if (levels.some((level) => surplusOn(selections, level) > 0)) return undefined;
  if (uncheckedLevelIds.length > 0 && !unfinished) return undefined;
  const unchecked = uncheckedLevelIds.flatMap((levelId) => dependentsOf(levels, levelId));
  const checked = selections.map(({ levelId, objects }) => ({
    levelId,
    objects: unchecked.includes(levelId) ? [] : objects,
  }));
  return findMissingLevels(checked, levels).length > 0
    ? unfinished
    : { value: cascadeValueOf(checked) };
}

async function readLevelLabels({ selections }: CascadeContent) {
  const picks = selections.flatMap(({ objects }) => objects);
  const withLabels = await readPicks(picks);
  if (!withLabels) return undefined;
  return (later: CascadeContent): CascadeContent => ({
    ...later,
    selections: later.selections.map(({ levelId, objects }) => ({
      levelId,
      objects: withLabels(objects),
    })),
  });
}
