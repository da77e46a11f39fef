import { useState } from 'react';
import { objectKey } from '../objects/object-id';
import type { PickedObject } from './picked-object';

/** Tags of more objects than this push everything else off the screen. */
const maximumTags = 20;
/** As many as one looks over at once. */
const firstTags = 10;

interface ShownPicks {
  readonly shown: readonly PickedObject[];
  /** Puts what the picker reports of the shown ones together with those that are not shown. */
  readonly withHidden: (reported: readonly PickedObject[]) => readonly PickedObject[];
  readonly isWhole: boolean;
  /** Shows all, or the first ones again; undefined where that makes no difference. */
  readonly toggle: (() => void) | undefined;
}

/** Of many picks the first ten, with what is added to them, until a person asks for all. */
export function useShownPicks(picks: readonly PickedObject[]): ShownPicks {
  const [hiddenKeys] = useState(() =>
    keysOf(picks.length > maximumTags ? picks.slice(firstTags) : []),
  );
  const [isAskedFor, setIsAskedFor] = useState(false);
  const others = picks.filter(({ objectId }) => !hiddenKeys.has(objectKey(objectId)));
  const isWhole = isAskedFor || others.length === 0;
  const shown = isWhole ? picks : others;

  function withHidden(reported: readonly PickedObject[]): readonly PickedObject[] {
    // One click clears the field; taken away one by one, the last shown one leaves the others.
    if (isWhole || (reported.length === 0 && shown.length > 1)) return reported;
    const reportedKeys = keysOf(reported);
    const left = picks.filter(({ objectId }) => {
      const key = objectKey(objectId);
      return hiddenKeys.has(key) || reportedKeys.has(key);
    });
    const leftKeys = keysOf(left);
    return [...left, ...reported.filter(({ objectId }) => !leftKeys.has(objectKey(objectId)))];
  }

  const hasHidden = others.length < picks.length && others.length > 0;
  const toggle = hasHidden ? () => setIsAskedFor(!isAskedFor) : undefined;
  return { shown, withHidden, isWhole, toggle };
}

function keysOf(picks: readonly PickedObject[]): ReadonlySet<string> {
  return new Set(picks.map(({ objectId }) => objectKey(objectId)));
}
