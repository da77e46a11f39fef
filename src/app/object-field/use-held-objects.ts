import { useCallback, useMemo, useState } from 'react';
import { workItems } from '../bulk-screen/bulk-texts';
import { reasonUnder, type BulkItem } from '../bulk-screen/bulk-edit-contract';
import type { useBulkItems } from '../bulk-screen/use-bulk-items';
import type { Formats } from '../object-display/formats';
import { attributeText } from '../object-display/present-value';
import { countsOf, idAttribute } from '../object-picker/picker-options';
import type { ObjectSearch } from '../object-picker/use-object-search';
import { loadShownObjects } from '../objects/load-shown-objects';
import { maximumIdsPerCall, objectKey } from '../objects/object-id';
import {
  maximumFoundObjects,
  type ShownAttribute,
  type ShownObject,
} from '../objects/objects-contract';
import { textMatch } from '../objects/text-match';
import { useReply } from '../screen/use-reply';
import { objectEditTexts as texts } from './edit-texts';

interface HeldObject {
  readonly objectId: string;
  /** All that are stored for it, each once. */
  readonly labels: ReadonlySet<string>;
  /** Of the work items that hold it. */
  readonly keys: readonly string[];
}

export interface HeldObjectsOptions {
  readonly loaded: ReturnType<typeof useBulkItems>;
  /** Whether the person removes objects: the service is asked once this is true. */
  readonly isRemoval: boolean;
  readonly formats: Formats;
}

/**
 * Finds what the work items hold that can be changed, also what was deleted and what the field no
 * longer offers. The service says what the objects are like now; typing asks it nothing.
 */
export function useHeldObjects({ loaded, isRemoval, formats }: HeldObjectsOptions): ObjectSearch {
  const [typedText, setTypedText] = useState('');
  const held = useMemo(() => heldObjects(loaded.items), [loaded.items]);
  const now = useShownNow(held, isRemoval, loaded.isLoading);
  const options = useMemo(
    () =>
      tellApart(
        held.map((object) =>
          describeHeld(object, now.objects.get(objectKey(object.objectId)), formats),
        ),
      ),
    [held, now.objects, formats],
  );
  const found = useMemo(() => {
    const matches = textMatch(typedText);
    const matching = options.filter(({ text }) => matches(text));
    return {
      objects: matching.slice(0, maximumFoundObjects).map(({ shown }) => shown),
      total: matching.length,
    };
  }, [options, typedText]);
  return {
    typedText,
    objects: found.objects,
    found,
    answeredText: typedText,
    offersNothing: held.length === 0 && !loaded.isLoading && !loaded.trouble,
    isLoading: loaded.isLoading || now.isLoading,
    trouble: undefined,
    open: nothing,
    type: setTypedText,
    clear: () => setTypedText(''),
    retry: nothing,
  };
}

const nothing = () => undefined;
const noObjects: readonly HeldObject[] = [];

/** The most often held first. */
function heldObjects(items: readonly BulkItem[]): readonly HeldObject[] {
  const byKey = new Map<string, HeldObject>();
  const open = items.filter(
    ({ reason, isUnreadable }) => !reasonUnder('remove', reason) && !isUnreadable,
  );
  for (const { key: itemKey = '', objects } of open) {
    for (const { objectId, label } of objects) {
      const key = objectKey(objectId);
      const { labels, keys } = byKey.get(key) ?? { labels: [], keys: [] };
      byKey.set(key, { objectId, labels: new Set([...labels, label]), keys: [...keys, itemKey] });
    }
  }
  return [...byKey.values()].sort((one, other) => other.keys.length - one.keys.length);
}

/**
 * As the service shows them to this person now, asked for once, by object key: only those that are held
 * most often where there are more than one call takes. Empty where the service doesn't answer: the
 * stored labels are enough to go on with.
 */
function useShownNow(held: readonly HeldObject[], isWanted: boolean, isReading: boolean) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  const asked = useMemo(
    () => (wasWanted && !isReading ? held.slice(0, maximumIdsPerCall) : noObjects),
    [held, wasWanted, isReading],
  );
  const { value, isLoading } = useReply(useCallback(() => loadShownObjects(asked), [asked]));
  const objects = useMemo(() => {
    const shown = value?.objects ?? [];
    return new Map(shown.map((object) => [objectKey(object.objectId), object]));
  }, [value]);
  return { objects, isLoading };
}

/** As it is now, or else as it was stored, with the text by which typing finds it. */
function describeHeld(
  { objectId, labels, keys }: HeldObject,
  now: ShownObject | undefined,
  formats: Formats,
) {
  const [firstLabel = ''] = labels;
  const { label, attributes } = now ?? { label: firstLabel, attributes: [] };
  const others = [...labels].filter((other) => other !== label);
  const values = attributes.map((attribute) => attributeText(attribute, formats));
  const text = [label, ...others, ...values].join('\n');
  return { objectId, label, attributes, others, keys, text };
}

/** Each as the picker shows it, with what tells it from the others. */
function tellApart(described: readonly ReturnType<typeof describeHeld>[]) {
  const counts = countsOf(described.map(({ text }) => text));
  return described.map(({ objectId, label, attributes, others, keys, text }) => {
    // How many hold it tells no one which of two it is.
    const needsId = keys.length > namedKeys && counts.get(text) !== 1;
    const more = [
      ...attributesOf(texts.savedAs, others),
      ...(needsId ? [idAttribute(objectId)] : []),
      ...attributesOf(texts.heldBy, keys.length > namedKeys ? [workItems(keys.length)] : keys),
    ];
    return { shown: { objectId, label, attributes: [...attributes, ...more] }, text };
  });
}

/** As many work items as one recognizes an object by. */
const namedKeys = 3;

/** What tells it from others stands where the picker shows attributes. */
function attributesOf(name: string, values: readonly string[]): ShownAttribute[] {
  if (values.length === 0) return [];
  return [{ attributeId: name, name, values: values.map((value) => ({ value })) }];
}
