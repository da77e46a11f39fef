import { useCallback, useRef, useState } from 'react';
import type { Trouble } from '../access/reply';
import { useFieldDraft, type FieldDraft } from '../field-screen/use-field-draft';
import { pickedFromStore, readPicks, type PickedObject } from '../object-picker/picked-object';
import { maximumObjects } from '../objects/stored-value';
import { cascadeValueOf, type ReadCascade } from './cascade-value';
import { readCascadeLabels } from './functions';
import { removalNotices, type RemovalNotice } from './removal-notices';
import type { LevelFacts } from './replies';
import { findMissingLevel, select, selectionsOf, type Selections } from './selection';
import { toCheck, useLevelCheck, type CascadeContent } from './use-level-check';

interface CascadeOptions {
  readonly value: ReadCascade;
  readonly levels: readonly LevelFacts[];
  readonly renderContext: string;
}

export interface Cascade {
  readonly selections: Selections<PickedObject>;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  /** True while the levels below a changed one are checked against it. */
  readonly isChecking: boolean;
  /** Why they could not be checked. */
  readonly trouble: Trouble | undefined;
  /** What the last change took away on other levels. */
  readonly notices: readonly RemovalNotice[];
  /** How many to remove from a level before a change can be saved. */
  readonly surplusOn: (level: LevelFacts) => number;
  /** What to choose before a change can be saved. */
  readonly missingLevel: LevelFacts | undefined;
  /** True where the selections are not yet what Jira can store. */
  readonly isIncomplete: boolean;
  /** True once the person has tried to save them so. */
  readonly hasTried: boolean;
  readonly change: (levelId: string, picks: readonly PickedObject[]) => void;
  readonly retry: () => void;
  readonly save: () => Promise<void>;
}

/** What is selected level by level, kept to what each level's query allows, and its way into Jira. */
export function useCascade({ value, levels, renderContext }: CascadeOptions): Cascade {
  const isForm = renderContext !== 'issue-view';
  const [initial] = useState<CascadeContent>(() => contentOf(value, levels));
  const draft = useFieldDraft<CascadeContent>({
    initial,
    renderContext,
    valueOf: (content) => storable(content, levels, isForm),
    readLabels: readLevelLabels,
  });
  const [notices, setNotices] = useState<readonly RemovalNotice[]>([]);
  const [hasTried, setHasTried] = useState(false);
  const readLabelsOnce = useReadLabelsOnce(draft, isForm && value.objects.length > 0);
  const { check, cancel, isChecking, trouble } = useLevelCheck(draft, levels, (more) =>
    setNotices((before) => [...before, ...more]),
  );

  function change(levelId: string, picks: readonly PickedObject[]) {
    const { selections, uncheckedLevelIds } = draft.newest();
    const changed = select(selections, levels, levelId, picks);
    const unchecked = toCheck(changed.selections, levels, [...uncheckedLevelIds, levelId]);
    setHasTried(false);
    setNotices(removalNotices(changed, levels, levelId));
    void draft.change({ selections: changed.selections, uncheckedLevelIds: unchecked });
    if (unchecked.length > 0) void check();
    else cancel();
    readLabelsOnce();
  }

  async function save() {
    setHasTried(true);
    if (!isForm) await check();
    return draft.save();
  }

  const { selections, uncheckedLevelIds } = draft.content;
  const missingLevel = draft.isChanged ? findMissingLevel(selections, levels) : undefined;
  const surplusOfLevel = (level: LevelFacts) =>
    draft.isChanged ? surplusOn(selections, level) : 0;
  return {
    selections,
    isSaving: draft.isSaving,
    hasFailed: draft.hasFailed,
    isChecking,
    trouble,
    notices,
    surplusOn: surplusOfLevel,
    missingLevel,
    isIncomplete:
      uncheckedLevelIds.length > 0 ||
      missingLevel !== undefined ||
      levels.some((level) => surplusOfLevel(level) > 0),
    hasTried,
    change,
    retry: () => void check(),
    save,
  };
}

function contentOf(value: ReadCascade, levels: readonly LevelFacts[]): CascadeContent {
  const selections = selectionsOf(value, levels).map(({ levelId, objects }) => ({
    levelId,
    objects: objects.map(pickedFromStore),
  }));
  return { selections, uncheckedLevelIds: [] };
}

/** A form stores nothing of a path without an end; an issue keeps what it has until then. */
function storable(
  { selections, uncheckedLevelIds }: CascadeContent,
  levels: readonly LevelFacts[],
  isForm: boolean,
) {
  const isOverfull = levels.some((level) => surplusOn(selections, level) > 0);
  const isPartial = findMissingLevel(selections, levels) !== undefined;
  if (uncheckedLevelIds.length > 0 || isOverfull || (isPartial && !isForm)) return undefined;
  return { value: cascadeValueOf(selections) };
}

/** A form stores each change at once: the labels of what was stored before are read with the first. */
function useReadLabelsOnce({ refresh }: FieldDraft<CascadeContent>, isWanted: boolean) {
  const isDone = useRef(!isWanted);
  return useCallback(() => {
    if (isDone.current) return;
    isDone.current = true;
    void refresh();
  }, [refresh]);
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

function surplusOn(selections: Selections, { levelId, isMultiple }: LevelFacts): number {
  const count = selections.find((level) => level.levelId === levelId)?.objects.length ?? 0;
  return Math.max(0, count - (isMultiple ? maximumObjects : 1));
}
