import { useState } from 'react';
import type { Trouble } from '../access/reply';
import type { PickedObject } from '../object-picker/picked-object';
import { removalNotices, type RemovalNotice } from './removal-notices';
import type { LevelFacts } from './replies';
import {
  canOnlyAllowMore,
  dependentsOf,
  findMissingLevels,
  select,
  type Selections,
} from './selection';
import { surplusOn, useCascadeDraft, type CascadeOptions } from './use-cascade-draft';
import { toCheck, useLevelCheck } from './use-level-check';

export interface Cascade {
  readonly selections: Selections<PickedObject>;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  readonly hasNewLabels: boolean;
  readonly awaitsConfirm: boolean;
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
  /** True once the person has tried to save them so. */
  readonly hasTried: boolean;
  readonly change: (levelId: string, picks: readonly PickedObject[]) => void;
  /** A level was seen to offer nothing; only after a change, since it counts as one. */
  readonly seeNoOffer: (levelId: string) => void;
  readonly isChanged: boolean;
  readonly retry: () => void;
  readonly save: () => Promise<void>;
}

/** What is selected level by level, kept to what each level's query allows, and its way into Jira. */
export function useCascade({ value, levels, screen }: CascadeOptions): Cascade {
  const isForm = screen.renderContext !== 'issue-view';
  const draft = useCascadeDraft({ value, levels, screen });
  const [notices, setNotices] = useState<readonly RemovalNotice[]>([]);
  const [hasTried, setHasTried] = useState(false);
  const { check, cancel, isChecking, trouble } = useLevelCheck(draft, levels, (more) =>
    setNotices((before) => [...before, ...more]),
  );

  function change(levelId: string, picks: readonly PickedObject[]) {
    const { selections, uncheckedLevelIds, offerlessLevelIds } = draft.newest();
    const changed = select(selections, levels, levelId, picks);
    const changedIds = canOnlyAllowMore(selections, changed.selections, levels, levelId)
      ? uncheckedLevelIds
      : [...uncheckedLevelIds, levelId];
    const unchecked = toCheck(changed.selections, levels, changedIds);
    setHasTried(false);
    setNotices(removalNotices(changed, levels, levelId));
    const dependents = dependentsOf(levels, levelId);
    void draft.change({
      selections: changed.selections,
      uncheckedLevelIds: unchecked,
      offerlessLevelIds: offerlessLevelIds.filter((offerless) => !dependents.includes(offerless)),
    });
    if (unchecked.length > 0) void check();
    else cancel();
  }

  function seeNoOffer(levelId: string) {
    const content = draft.newest();
    // What was drawn before the newest change says nothing of it.
    if (content.selections !== draft.content.selections) return;
    if (content.offerlessLevelIds.includes(levelId)) return;
    const offerlessLevelIds = [...content.offerlessLevelIds, levelId];
    void draft.change({ ...content, offerlessLevelIds });
  }

  async function save() {
    setHasTried(true);
    if (!isForm) await check();
    return draft.save();
  }

  const { selections, uncheckedLevelIds, offerlessLevelIds } = draft.content;
  const { isChanged } = draft;
  const missing = isChanged ? findMissingLevels(selections, levels, []) : [];
  const endsBefore = missing.find(({ levelId }) => offerlessLevelIds.includes(levelId));
  const missingLevels = endsBefore ? [] : missing;
  const surplusOfLevel = (level: LevelFacts) =>
    draft.isChanged ? surplusOn(selections, level) : 0;
  return {
    selections,
    isSaving: draft.isSaving,
    hasFailed: draft.hasFailed,
    hasNewLabels: draft.hasNewLabels,
    awaitsConfirm: draft.awaitsConfirm,
    isChecking,
    trouble,
    notices,
    surplusOn: surplusOfLevel,
    missingLevels,
    endsBefore,
    isIncomplete:
      uncheckedLevelIds.length > 0 ||
      missingLevels.length > 0 ||
      levels.some((level) => surplusOfLevel(level) > 0),
    hasTried,
    change,
    seeNoOffer,
    isChanged,
    retry: () => void check(),
    save,
  };
}
