import { useRef, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';
import type { FieldDraft } from '../field-screen/use-field-draft';
import type { PickedObject } from '../object-picker/picked-object';
import { removalNotices, type RemovalNotice } from './removal-notices';
import type { AllowedLevel } from './allowed-selections';
import type { LevelFacts } from './cascade-field-contract';
import {
  dependentsOf,
  mustAskWhatIsAllowed,
  prune,
  selectionsPayload,
  type Selections,
} from './selection';

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
export function useLevelCheck(
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
    // Of a further change, the answer is on its way.
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
export function toCheck(
  selections: Selections,
  levels: readonly LevelFacts[],
  changedIds: readonly string[],
): string[] {
  const below = new Set(changedIds.flatMap((levelId) => dependentsOf(levels, levelId)));
  return [...new Set(changedIds)].filter(
    (levelId) => !below.has(levelId) && mustAskWhatIsAllowed(selections, levels, levelId),
  );
}
