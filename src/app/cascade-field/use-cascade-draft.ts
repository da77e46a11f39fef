import { useState } from 'react';
import { readFieldValue } from '../field-screen/read-field-value';
import { useFieldDraft, type FieldDraft } from '../field-screen/use-field-draft';
import type { Draft } from '../field-screen/use-latest-draft';
import type { FieldScreen } from '../field-screen/use-field-screen';
import {
  isRenamed,
  pickedFromStore,
  readPicks,
  type PickedObject,
} from '../object-picker/picked-object';
import { mergePicks } from '../objects/merge-picks';
import { objectKey } from '../objects/object-id';
import {
  cascadeValueOf,
  readCascadeValue,
  unfinishedCascadeOf,
  type ReadCascade,
} from './cascade-value';
import { cascadeEditTexts as texts } from './edit-texts';
import type { LevelFacts } from './cascade-field-contract';
import { saveTexts } from './save-texts';
import {
  findMissingLevels,
  leftOutOf,
  selectedOn,
  selectionsOf,
  surplusOn,
  type Selections,
} from './selection';
import type { CascadeContent } from './use-level-check';

export interface CascadeOptions {
  readonly value: ReadCascade;
  readonly levels: readonly LevelFacts[];
  readonly screen: FieldScreen;
  readonly isInTrouble: boolean;
}

/** What is selected in the editor, and how it gets into Jira. */
export function useCascadeDraft({
  value,
  levels,
  screen,
  isInTrouble,
}: CascadeOptions): FieldDraft<CascadeContent> {
  const [initial] = useState<CascadeContent>(() => contentOf(value, levels));
  return useFieldDraft<CascadeContent>({
    initial,
    renderContext: screen.renderContext,
    isInTrouble,
    valueOf: (draft) => storable(draft, levels, screen.renderContext !== 'issue-view'),
    unfinishedOf: ({ selections }, obstacle) =>
      selections.some(({ objects }) => objects.length > 0)
        ? unfinishedCascadeOf(selections, obstacle)
        : null,
    readLabels: readLevelLabels,
    hasNewLabels: ({ selections }) =>
      !value.isDamaged &&
      leftOutOf(value, levels).length === 0 &&
      selections.some(({ objects }) => objects.some(isRenamed)),
    catchUp: async ({ isChanged }) => {
      if (isChanged && !levels.at(-1)?.isMultiple) return undefined;
      const stored = await readFieldValue(screen.place);
      const theirs = stored === undefined ? undefined : readCascadeValue(stored);
      if (!theirs || theirs.isDamaged) return undefined;
      const { selections } = contentOf(theirs, levels);
      return (mine) => ({
        ...mine,
        selections: isChanged
          ? mergeLeaves(initial.selections, mine.selections, selections)
          : selections,
      });
    },
  });
}

function contentOf(value: ReadCascade, levels: readonly LevelFacts[]): CascadeContent {
  const selections = selectionsOf(value, levels).map(({ levelId, objects }) => ({
    levelId,
    objects: objects.map(pickedFromStore),
  }));
  return { selections, uncheckedLevelIds: [], offerlessLevelIds: [] };
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

/** What keeps the selections from being stored, as an instruction; undefined where nothing does. */
function obstacleOf(content: CascadeContent, levels: readonly LevelFacts[]): string | undefined {
  const { selections, uncheckedLevelIds, offerlessLevelIds } = content;
  const crowded = levels.find((level) => surplusOn(selections, level) > 0);
  if (crowded) return texts.surplus(crowded, surplusOn(selections, crowded));
  if (uncheckedLevelIds.length > 0) return saveTexts.notChecked;
  const missing = findMissingLevels(selections, levels, offerlessLevelIds);
  return missing.length > 0 ? saveTexts.choose(missing.map(({ name }) => name)) : undefined;
}

/** A form gets also what it has to refuse: else it would go on without a word, and without it. */
function storable(
  { content, isChanged }: Draft<CascadeContent>,
  levels: readonly LevelFacts[],
  isForm: boolean,
) {
  const obstacle = isChanged ? obstacleOf(content, levels) : undefined;
  if (obstacle === undefined) return { value: cascadeValueOf(content.selections) };
  return isForm ? { value: unfinishedCascadeOf(content.selections, obstacle) } : undefined;
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
