import { useMemo, useState } from 'react';
import type { BulkItem } from '../bulk-screen/bulk-edit-contract';
import { workItems } from '../bulk-screen/bulk-texts';
import type { ObjectSearch } from '../object-picker/use-object-search';
import { objectKey } from '../objects/object-id';
import {
  maximumFoundObjects,
  type ShownAttribute,
  type ShownObject,
} from '../objects/objects-contract';
import { textMatch } from '../objects/text-match';
import { objectEditTexts as texts } from './edit-texts';

interface HeldObject {
  readonly objectId: string;
  /** All that are stored for it, each once. */
  readonly labels: ReadonlySet<string>;
  /** How many work items hold it. */
  readonly count: number;
}

/**
 * Finds what the work items hold that can be changed. The service isn't asked: it doesn't know what
 * was deleted, and doesn't offer what the field no longer takes.
 */
export function useHeldObjects(items: readonly BulkItem[], isLoading: boolean): ObjectSearch {
  const [typedText, setTypedText] = useState('');
  const held = useMemo(() => heldObjects(items), [items]);
  const found = useMemo(() => {
    const matches = textMatch(typedText);
    const matching = held.filter(({ labels }) => matches([...labels].join(' ')));
    return {
      objects: matching.slice(0, maximumFoundObjects).map(shownObject),
      total: matching.length,
    };
  }, [held, typedText]);
  return {
    typedText,
    objects: found.objects,
    found,
    answeredText: typedText,
    offersNothing: held.length === 0 && !isLoading,
    isLoading,
    trouble: undefined,
    open: nothing,
    type: setTypedText,
    clear: () => setTypedText(''),
    retry: nothing,
  };
}

const nothing = () => undefined;

/** The most often held first. */
function heldObjects(items: readonly BulkItem[]): HeldObject[] {
  const byKey = new Map<string, HeldObject>();
  for (const { objects } of items.filter(({ reason }) => reason === undefined)) {
    for (const { objectId, label } of objects) {
      const key = objectKey(objectId);
      const { labels, count } = byKey.get(key) ?? { labels: [], count: 0 };
      byKey.set(key, { objectId, labels: new Set([...labels, label]), count: count + 1 });
    }
  }
  return [...byKey.values()].sort((one, other) => other.count - one.count);
}

/** What tells it from others stands where the picker shows attributes. */
function shownObject({ objectId, labels, count }: HeldObject): ShownObject {
  const [label = '', ...others] = labels;
  return {
    ...{ objectId, label },
    attributes: [
      attributeOf(texts.heldBy, [workItems(count)]),
      ...(others.length > 0 ? [attributeOf(texts.alsoSavedAs, others)] : []),
    ],
  };
}

function attributeOf(name: string, values: readonly string[]): ShownAttribute {
  return { attributeId: name, name, values: values.map((value) => ({ value })) };
}
