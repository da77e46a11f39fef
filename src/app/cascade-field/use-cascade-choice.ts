import { useState, useRef } from 'react';
import type { Trouble, Reply } from '../replies/reply';
import type { FieldDraft } from '../field-screen/use-field-draft';
import type { PickedObject } from '../object-picker/picks';
import { isolated } from '../object-display/formats';
import type { StoredObject } from '../objects/stored-value';
import type { LevelFacts } from './cascade-field-contract';
import {
  canOnlyAllowMore,
  dependentsOf,
  findMissingLevels,
  needsKey,
  select,
  surplusOn,
  type Selections,
  mustAskWhatIsAllowed,
  prune,
  selectionsPayload,
  selectedOn,
  waitsFor,
  type Change,
} from './selection';
import type { AllowedLevel } from './cascade-value';
import { cascadeEditTexts as texts } from './edit-texts';

/** Where the choice is kept: what a field edits, or a preview that saves nothing. */
export type ChoiceDraft = Pick<
  FieldDraft<CascadeContent>,
  'content' | 'isChanged' | 'newest' | 'change'
>;

export type CascadeChoice = ReturnType<typeof useCascadeChoice>;

/** What is selected level by level, kept to what each level's query allows. */
export function useCascadeChoice(
  draft: ChoiceDraft,
  levels: readonly LevelFacts[],
  askAllowed: AskAllowed,
) {
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

  /** A level was seen to offer nothing for what is selected above it. */
  function seeNoOffer(level: LevelFacts) {
    const content = draft.newest();
    if (!draft.isChanged || content.offerlessLevelIds.includes(level.levelId)) return;
    // What was rendered before the newest change doesn't apply to it.
    if (needsKey(level, content.selections) !== needsKey(level, draft.content.selections)) return;
    const offerlessLevelIds = [...content.offerlessLevelIds, level.levelId];
    void draft.change({ ...content, offerlessLevelIds });
  }

  const { selections } = draft.content;
  return {
    selections,
    isChecking,
    trouble,
    notices,
    surplusOn: (level: LevelFacts) => (draft.isChanged ? surplusOn(selections, level) : 0),
    ...remainingOf(draft, levels),
    change,
    seeNoOffer,
    check,
  };
}

function remainingOf({ content, isChanged }: ChoiceDraft, levels: readonly LevelFacts[]) {
  const { selections, uncheckedLevelIds, offerlessLevelIds } = content;
  // A change can be saved without the level that offers nothing, and those below.
  const missing = isChanged ? findMissingLevels(selections, levels, []) : [];
  const endsBefore = missing.find(({ levelId }) => offerlessLevelIds.includes(levelId));
  const missingLevels = endsBefore ? [] : missing;
  const isOverfull = isChanged && levels.some((level) => surplusOn(selections, level) > 0);
  const isIncomplete = uncheckedLevelIds.length > 0 || missingLevels.length > 0 || isOverfull;
  return { endsBefore, missingLevels, isIncomplete };
}

/** What a person edits: level by level what is picked, and what is not yet known to fit. */
export interface CascadeContent {
  readonly selections: Selections<PickedObject>;
  /** The levels that were changed since what depends on them was last checked. */
  readonly uncheckedLevelIds: readonly string[];
  /** The levels that were seen to offer nothing for what is selected above them. */
  readonly offerlessLevelIds: readonly string[];
}

/** Asks what the levels below a changed one still allow of what is selected there. */
export type AskAllowed = (changed: {
  changedLevelId: string;
  selections: ReturnType<typeof selectionsPayload>;
}) => Promise<Reply<{ levels: AllowedLevel[] }>>;

interface CheckOptions {
  readonly levels: readonly LevelFacts[];
  readonly askAllowed: AskAllowed;
  readonly onRemoved: (notices: readonly RemovalNotice[]) => void;
}

/** Has the service say what the levels below a changed one still allow, and takes away the rest. */
function useLevelCheck(
  draft: Pick<FieldDraft<CascadeContent>, 'newest' | 'change'>,
  { levels, askAllowed, onRemoved }: CheckOptions,
) {
  const turn = useRef(0);
  const [isChecking, setIsChecking] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  async function check(): Promise<void> {
    const { selections, uncheckedLevelIds } = draft.newest();
    const [changedLevelId, ...others] = uncheckedLevelIds;
    if (changedLevelId === undefined) return;
    const ownTurn = (turn.current += 1);
    setIsChecking(true);
    const reply = await askAllowed({ changedLevelId, selections: selectionsPayload(selections) });
    // A later change waits for its own answer.
    if (turn.current !== ownTurn) return;
    setIsChecking(false);
    setTrouble(reply.kind === 'ok' ? undefined : reply);
    if (reply.kind !== 'ok') return;
    // The same selections, with labels that may have been read meanwhile.
    const pruned = prune(draft.newest().selections, reply.value.levels);
    onRemoved(removalNotices(pruned, levels, changedLevelId));
    const unchecked = toCheck(pruned.selections, levels, others);
    await draft.change({
      ...draft.newest(),
      selections: pruned.selections,
      uncheckedLevelIds: unchecked,
    });
    await check();
  }

  function cancel() {
    turn.current += 1;
    setIsChecking(false);
    setTrouble(undefined);
  }

  return { check, cancel, isChecking, trouble };
}

/** Of changed levels those that something depends on, without those that depend on another one. */
function toCheck(
  selections: Selections,
  levels: readonly LevelFacts[],
  changedIds: readonly string[],
): string[] {
  const below = new Set(changedIds.flatMap((levelId) => dependentsOf(levels, levelId)));
  return [...new Set(changedIds)].filter(
    (levelId) => !below.has(levelId) && mustAskWhatIsAllowed(selections, levels, levelId),
  );
}

/** Says on a level what a change on another one took away there, and on levels that depend on it. */
interface RemovalNotice {
  readonly levelId: string;
  readonly text: string;
}

/**
 * One notice for each level that lost what its own query no longer offers; where there is none, one
 * for all levels that were cleared with the one that they depend on.
 */
function removalNotices(
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
