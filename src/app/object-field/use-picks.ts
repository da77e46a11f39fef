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
import { isObjectId, objectKey } from '../objects/object-id';
import { callResolver } from '../screen/call-resolver';
import { objectEditTexts as texts } from './edit-texts';
import { findOffered } from './object-field-contract';

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
    valueOf: ({ content: picks, isChanged }) => {
      const surplus = isChanged ? surplusOf(picks, cardinality) : 0;
      const value = storedValueOf(picks);
      if (surplus === 0) return { value };
      // A form gets also what it has to refuse: else it would go on with what it got before.
      const unfinished = unfinishedOf(picks, texts.surplus(cardinality, surplus));
      return renderContext === 'issue-view' ? undefined : { value: unfinished };
    },
    unfinishedOf,
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

/** Which picks the field offers where the person is. */
export async function askOffered(picks: readonly PickedObject[]) {
  const objectIds = picks.map(({ objectId }) => objectId).filter(isObjectId);
  const reply = await callResolver(findOffered, { objectIds });
  if (reply.kind !== 'ok') return reply;
  const keys = new Set(reply.value.objectIds.map(objectKey));
  const isOffered = ({ objectId }: PickedObject) => keys.has(objectKey(objectId));
  const removed = picks.filter((pick) => !isOffered(pick)).map(({ label }) => label);
  return { kind: 'ok', value: { content: picks.filter(isOffered), removed } } as const;
}

/** Nothing picked is nothing to finish. */
function unfinishedOf(picks: readonly PickedObject[], unfinished: string) {
  const value = storedValueOf(picks);
  return value && { ...value, unfinished };
}

function surplusOf(picks: readonly PickedObject[], cardinality: Cardinality | undefined): number {
  return Math.max(0, picks.length - (cardinality === 'one' ? 1 : maximumObjects));
}
