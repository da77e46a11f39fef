import { useState } from 'react';
import { readFieldValue } from '../field-screen/read-field-value';
import { useFieldDraft, type FieldDraft } from '../field-screen/use-field-draft';
import type { FieldScreen } from '../field-screen/use-field-screen';
import {
  isRenamed,
  pickedFromStore,
  readPicks,
  type PickedObject,
} from '../object-picker/picked-object';
import {
  maximumObjects,
  readStoredValue,
  storedValueOf,
  type ReadValue,
} from '../objects/stored-value';
import type { Cardinality } from './configuration';
import { mergePicks } from '../objects/merge-picks';

interface PicksOptions {
  readonly value: ReadValue;
  /** Undefined until the configuration is known; nothing can be picked before. */
  readonly cardinality: Cardinality | undefined;
  readonly screen: FieldScreen;
  readonly isInTrouble: boolean;
}

interface Picks extends FieldDraft<readonly PickedObject[]> {
  /** How many to remove before a change can be saved. */
  readonly surplus: number;
}

/** What is picked in the editor, and how it gets into Jira. */
export function usePicks({ value, cardinality, screen, isInTrouble }: PicksOptions): Picks {
  const { renderContext, place } = screen;
  const [initial] = useState(() => value.objects.map(pickedFromStore));
  const draft = useFieldDraft<readonly PickedObject[]>({
    initial,
    renderContext,
    isInTrouble,
    valueOf: ({ content: picks, isChanged }) =>
      isChanged && surplusOf(picks, cardinality) > 0 ? undefined : { value: storedValueOf(picks) },
    readLabels: (picks) => readPicks(picks),
    hasNewLabels: (picks) => !value.isDamaged && picks.some(isRenamed),
    catchUp: async ({ isChanged }) => {
      if (isChanged && cardinality !== 'many') return undefined;
      const stored = await readFieldValue(place);
      const theirs = stored === undefined ? undefined : readStoredValue(stored);
      if (!theirs || theirs.isDamaged) return undefined;
      return (mine) => mergePicks(initial, mine, theirs.objects.map(pickedFromStore));
    },
  });
  return { ...draft, surplus: draft.isChanged ? surplusOf(draft.content, cardinality) : 0 };
}

function surplusOf(picks: readonly PickedObject[], cardinality: Cardinality | undefined): number {
  return Math.max(0, picks.length - (cardinality === 'one' ? 1 : maximumObjects));
}
