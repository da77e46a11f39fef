import { useState } from 'react';
import { useFieldDraft, type FieldDraft } from '../field-screen/use-field-draft';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { pickedFromStore, readPicks } from '../object-picker/picked-object';
import { maximumObjects } from '../objects/stored-value';
import { cascadeValueOf, type ReadCascade } from './cascade-value';
import { readCascadeLabels } from './functions';
import type { LevelFacts } from './replies';
import {
  dependentsOf,
  findMissingLevel,
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
  return findMissingLevel(checked, levels) ? unfinished : { value: cascadeValueOf(checked) };
}

async function readLevelLabels({ selections }: CascadeContent) {
  const picks = selections.flatMap(({ objects }) => objects);
  const withLabels = await readPicks(readCascadeLabels, picks);
  if (!withLabels) return undefined;
  return (later: CascadeContent): CascadeContent => ({
    ...later,
    selections: later.selections.map(({ levelId, objects }) => ({
      levelId,
      objects: withLabels(objects),
    })),
  });
}
