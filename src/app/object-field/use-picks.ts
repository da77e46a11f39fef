import { view } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cardinality } from './configuration';
import { readLabels } from './functions';
import { loadShownObjects } from '../objects/load-shown-objects';
import { pickedFromStore, refreshPicks, type PickedObject } from '../object-picker/picked-object';
import { storedValueOf, type ReadValue } from '../objects/stored-value';

interface PicksOptions {
  readonly value: ReadValue;
  /** Undefined until the configuration is known; nothing can be picked before. */
  readonly cardinality: Cardinality | undefined;
  readonly renderContext: string;
}

export interface Picks {
  readonly picks: readonly PickedObject[];
  /** How many to remove before a change can be saved. */
  readonly surplus: number;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  /** Takes a new selection; a form stores it at once. */
  readonly change: (picks: readonly PickedObject[]) => Promise<void>;
  /**
   * The person confirms on the issue, or leaves the editor: stores what they changed, with the
   * labels that the objects have now.
   */
  readonly save: () => Promise<void>;
}

/** What is picked in the editor, and how it gets into Jira. */
export function usePicks({ value, cardinality, renderContext }: PicksOptions): Picks {
  const { picks, isChanged, latest, show } = useDraft(value);
  const [isSaving, setIsSaving] = useState(false);
  // The host may ask twice before it has drawn that a save is under way.
  const isBusy = useRef(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isForm = renderContext !== 'issue-view';

  /** An answer that comes after a further change still fits the picks that are left. */
  const reread = useCallback(async () => {
    const shown = await findShown(latest.current.picks);
    if (shown) show({ ...latest.current, picks: refreshPicks(latest.current.picks, shown) });
  }, [latest, show]);

  const submit = useCallback(async () => {
    try {
      await view.submit(storedValueOf(latest.current.picks));
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }, [latest]);

  useEffect(() => {
    // A create dialog asks nothing before someone turns to the field.
    if (renderContext === 'issue-create') return;
    void reread().then(() => (isForm && latest.current.isChanged ? submit() : undefined));
  }, [renderContext, isForm, latest, reread, submit]);

  async function change(next: readonly PickedObject[]) {
    show({ picks: next, isChanged: true });
    if (isForm && surplusOf(next, cardinality) === 0) await submit();
  }

  async function save() {
    const draft = latest.current;
    if (isForm || isBusy.current) return;
    // Leaving the editor saves: what others changed in the meantime must stay.
    if (!draft.isChanged) return view.close();
    if (surplusOf(draft.picks, cardinality) > 0) return;
    isBusy.current = true;
    setIsSaving(true);
    await reread();
    await submit();
    setIsSaving(false);
    isBusy.current = false;
  }

  const surplus = isChanged ? surplusOf(picks, cardinality) : 0;
  return { picks, surplus, isSaving, hasFailed, change, save };
}

interface Draft {
  readonly picks: readonly PickedObject[];
  readonly isChanged: boolean;
}

/** The draft as drawn, and the newest one for calls that the host makes before it is drawn. */
function useDraft(value: ReadValue) {
  const [draft, setDraft] = useState<Draft>(() => ({
    picks: value.objects.map(pickedFromStore),
    isChanged: false,
  }));
  const latest = useRef(draft);
  const show = useCallback((next: Draft) => {
    latest.current = next;
    setDraft(next);
  }, []);
  return { ...draft, latest, show };
}

/** What the service says of the picks now; undefined where it cannot be asked. */
async function findShown(picks: readonly PickedObject[]) {
  const reply = await loadShownObjects(readLabels, picks);
  return reply.kind === 'ok' ? reply.value.objects : undefined;
}

function surplusOf(picks: readonly PickedObject[], cardinality: Cardinality | undefined): number {
  return cardinality === 'one' ? Math.max(0, picks.length - 1) : 0;
}
