import { useState } from 'react';
import type { Trouble } from '../replies/reply';
import type { FieldDraft } from '../field-screen/use-field-draft';
import type { PickedObject } from '../object-picker/picked-object';
import { removalNotices, type RemovalNotice } from './removal-notices';
import type { LevelFacts } from './cascade-field-contract';
import {
  canOnlyAllowMore,
  dependentsOf,
  findMissingLevels,
  needsKey,
  select,
  surplusOn,
  type Selections,
} from './selection';
import { toCheck, useLevelCheck, type AskAllowed, type CascadeContent } from './use-level-check';

/** Where the choice is kept: what a field edits, or a preview that saves nothing. */
export type ChoiceDraft = Pick<
  FieldDraft<CascadeContent>,
  'content' | 'isChanged' | 'newest' | 'change'
>;

export interface CascadeChoice {
  readonly selections: Selections<PickedObject>;
  readonly isChanged: boolean;
  /** True while the levels below a changed one are checked against it. */
  readonly isChecking: boolean;
  /** Why they could not be checked. */
  readonly trouble: Trouble | undefined;
  /** What the last change took away on other levels. */
  readonly notices: readonly RemovalNotice[];
  /** How many to remove from a level before a change can be saved. */
  readonly surplusOn: (level: LevelFacts) => number;
  /** Where to choose before a change can be saved. */
  readonly missingLevels: readonly LevelFacts[];
  /** The level that offers nothing, so that a change can be saved without it and those below. */
  readonly endsBefore: LevelFacts | undefined;
  /** True where the selections are not yet what Jira can store. */
  readonly isIncomplete: boolean;
  readonly change: (levelId: string, picks: readonly PickedObject[]) => void;
  /** A level was seen to offer nothing for what is selected above it. */
  readonly seeNoOffer: (level: LevelFacts) => void;
  /** Checks what was changed and is not checked yet. */
  readonly check: () => Promise<void>;
}

/** What is selected level by level, kept to what each level's query allows. */
export function useCascadeChoice(
  draft: ChoiceDraft,
  levels: readonly LevelFacts[],
  askAllowed: AskAllowed,
): CascadeChoice {
  const [notices, setNotices] = useState<readonly RemovalNotice[]>([]);
  const { check, cancel, isChecking, trouble } = useLevelCheck(draft, {
    levels,
    askAllowed,
    onRemoved: (more) => setNotices((before) => [...before, ...more]),
  });

  function change(levelId: string, picks: readonly PickedObject[]) {
    const { selections, uncheckedLevelIds, offerlessLevelIds } = draft.newest();
    const changed = select(selections, levels, levelId, picks);
    const changedIds = canOnlyAllowMore(selections, changed.selections, levels, levelId)
      ? uncheckedLevelIds
      : [...uncheckedLevelIds, levelId];
    const unchecked = toCheck(changed.selections, levels, changedIds);
    const dependents = dependentsOf(levels, levelId);
    setNotices(removalNotices(changed, levels, levelId));
    void draft.change({
      selections: changed.selections,
      uncheckedLevelIds: unchecked,
      offerlessLevelIds: offerlessLevelIds.filter((offerless) => !dependents.includes(offerless)),
    });
    if (unchecked.length > 0) void check();
    else cancel();
  }

  function seeNoOffer(level: LevelFacts) {
    const content = draft.newest();
    if (!draft.isChanged || content.offerlessLevelIds.includes(level.levelId)) return;
    // What was drawn before the newest change says nothing of it.
    if (needsKey(level, content.selections) !== needsKey(level, draft.content.selections)) return;
    const offerlessLevelIds = [...content.offerlessLevelIds, level.levelId];
    void draft.change({ ...content, offerlessLevelIds });
  }

  const { selections } = draft.content;
  return {
    selections,
    isChanged: draft.isChanged,
    isChecking,
    trouble,
    notices,
    surplusOn: (level) => (draft.isChanged ? surplusOn(selections, level) : 0),
    ...standingOf(draft, levels),
    change,
    seeNoOffer,
    check,
  };
}

/** What is still to do before a change can be saved; nothing where there is no change. */
function standingOf({ content, isChanged }: ChoiceDraft, levels: readonly LevelFacts[]) {
  const { selections, uncheckedLevelIds, offerlessLevelIds } = content;
  const missing = isChanged ? findMissingLevels(selections, levels, []) : [];
  const endsBefore = missing.find(({ levelId }) => offerlessLevelIds.includes(levelId));
  const missingLevels = endsBefore ? [] : missing;
  const isOverfull = isChanged && levels.some((level) => surplusOn(selections, level) > 0);
  const isIncomplete = uncheckedLevelIds.length > 0 || missingLevels.length > 0 || isOverfull;
  return { endsBefore, missingLevels, isIncomplete };
}
