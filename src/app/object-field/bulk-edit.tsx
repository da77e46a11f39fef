import { Text } from '@forge/react';
import { useCallback, useState, useMemo } from 'react';
import { useFormats } from '../object-display/use-formats';
import { callResolver, useAnswer, useReply, type LatestReply } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { BulkPanel, OneByOne, type BulkChange, OperationChoice } from '../bulk-screen/bulk-panel';
import {
  bulkTexts,
  type ValueChange,
  workItems,
  operationTexts,
  type OperationTexts,
} from '../bulk-screen/bulk-texts';
import { type BulkOperation, reasonUnder, type BulkItem } from '../bulk-screen/bulk-edit-contract';
import { useBulkItems, useBulkSave, type SavePart } from '../bulk-screen/use-bulk-edit';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { loadingField } from '../field-screen/field-texts';
import { loadShownObjects } from '../field-screen/current-value';
import { ObjectPicker, PickDetails } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picks';
import {
  useFirstPageAtOnce,
  useObjectSearch,
  type FindObjects,
  type ObjectSearch,
} from '../object-picker/use-object-search';
import { storedLabel, type StoredObject, objectKey } from '../objects/stored-value';
import type { Formats } from '../object-display/formats';
import { attributeText, countsOf, idAttribute } from '../object-display/present-value';
import {
  maximumFoundObjects,
  type ShownObject,
  maximumIdsPerCall,
} from '../objects/objects-contract';
import { typedMatch } from '../../query';
import { planList } from './object-list-plan';
import { saveBulkObjects, readField } from './object-field-contract';

const operations = ['set', 'add', 'remove', 'clear'] as const;

interface ObjectBulkEditProps {
  readonly screen: FieldScreen;
  readonly find: FindObjects;
}

export function ObjectBulkEdit(props: ObjectBulkEditProps) {
  return <OneByOne>{(change) => <ObjectChange {...props} {...change} />}</OneByOne>;
}

function ObjectChange(props: ObjectBulkEditProps & BulkChange) {
  const { issueCount } = props.screen;
  const field = useAnswer(readField, {});
  const loaded = useItemsWith(field, issueCount);
  const saving = useBulkSave(issueCount);
  const [chosen, setChosen] = useState<BulkOperation>();
  const cardinality = field.value?.cardinality;
  const operation = chosen ?? (cardinality === 'many' ? 'add' : 'set');
  const isRemoval = operation === 'remove';
  const { search, picks, setPicks } = useChoice(props.find, { loaded, isRemoval });
  const hasNothingToPick = isRemoval && search.offersNothing;
  const objects = operation === 'clear' ? [] : picks.map(toStored);
  const savePart: SavePart = (offset) =>
    callResolver(saveBulkObjects, { offset, operation, objects });
  const isReady = operation === 'clear' || objects.length > 0;
  return (
    <BulkPanel
      count={issueCount}
      loaded={loaded}
      saving={saving}
      change={changeOf(operation, objects)}
      savePart={isReady && cardinality ? savePart : undefined}
      toChoose={isReady || hasNothingToPick ? undefined : texts.anObject}
      onAgain={props.onAgain}
    >
      {cardinality && (
        <OperationChoice
          operations={operations}
          operationTexts={objectOperationTexts}
          chosen={operation}
          isDisabled={saving.isRunning}
          onChoose={startingAnew(setChosen, saving)}
        />
      )}
      {!loaded.trouble && (
        <Loaded {...field} loadingText={loadingField} connectReason={bulkTexts.connect} />
      )}
      {hasNothingToPick && <Text>{texts.nothingHeld}</Text>}
      {cardinality && operation !== 'clear' && !hasNothingToPick && (
        <>
          <ObjectPicker
            key={isRemoval ? 'held' : 'offered'}
            inputId="object-picker"
            search={search}
            picks={picks}
            isMultiple={isRemoval || cardinality === 'many'}
            hasAutoFocus={props.isFurther}
            isDisabled={saving.isRunning}
            onChange={startingAnew(setPicks, saving)}
          />
          <PickDetails picks={picks} areInPicker />
        </>
      )}
    </BulkPanel>
  );
}

function changeOf(operation: BulkOperation, objects: readonly StoredObject[]): ValueChange {
  return {
    operation,
    texts: objectOperationTexts[operation],
    labels: objects.map(({ label }) => label),
    findReason({ objects: held, isUnreadable, isSingle }) {
      const wanted = { operation, objects, isMultiple: !isSingle };
      const planned = planList({ objects: held, isDamaged: isUnreadable }, wanted);
      return planned.kind === 'leftOut' ? planned.reason : undefined;
    },
  };
}

function startingAnew<Value>(
  choose: (value: Value) => void,
  { forget }: ReturnType<typeof useBulkSave>,
) {
  return (value: Value) => {
    choose(value);
    forget();
  };
}

/** What is offered and picked: for a removal, apart from all else, what the work items hold. */
function useChoice(find: FindObjects, options: HeldObjectsOptions) {
  const offered = useObjectSearch(find);
  useFirstPageAtOnce(offered);
  const held = useHeldObjects(options);
  const [added, setAdded] = useState<readonly PickedObject[]>([]);
  const [removed, setRemoved] = useState<readonly PickedObject[]>([]);
  return options.isRemoval
    ? { search: held, picks: removed, setPicks: setRemoved }
    : { search: offered, picks: added, setPicks: setAdded };
}

/** The work items: where the field failed too, trying again asks for both, and is offered once. */
function useItemsWith({ trouble, reload }: LatestReply<unknown>, count: number) {
  const loaded = useBulkItems(count);
  return {
    ...loaded,
    reload() {
      loaded.reload();
      if (trouble) reload();
    },
  };
}

function toStored({ objectId, label }: PickedObject): StoredObject {
  return { objectId, label: storedLabel(label) };
}

interface HeldObject {
  readonly objectId: string;
  /** All that are stored for it, each once. */
  readonly labels: ReadonlySet<string>;
  /** Of the work items that hold it. */
  readonly keys: readonly string[];
}

interface HeldObjectsOptions {
  readonly loaded: ReturnType<typeof useBulkItems>;
  /** Whether the person removes objects: the service is asked once this is true. */
  readonly isRemoval: boolean;
}

/**
 * Finds what the work items hold that can be changed, also what was deleted and what the field no
 * longer offers. The service says what the objects are like now; typing asks it nothing.
 */
function useHeldObjects({ loaded, isRemoval }: HeldObjectsOptions): ObjectSearch {
  const formats = useFormats();
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
    const isMatch = typedMatch(typedText);
    const matching = options.filter(({ text }) => isMatch(text, []));
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
    reload: nothing,
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

/** The current object, or else the stored one, with the text by which typing finds it. */
function describeHeld(
  { objectId, labels, keys }: HeldObject,
  now: ShownObject | undefined,
  formats: Formats,
) {
  const [firstLabel = ''] = labels;
  const { symbol, label, attributes } = now ?? {
    symbol: undefined,
    label: firstLabel,
    attributes: [],
  };
  const others = [...labels].filter((other) => other !== label);
  const values = attributes.map((attribute) => attributeText(attribute, formats));
  const text = [label, ...others, ...values].join('\n');
  return { objectId, symbol, label, attributes, others, keys, text };
}

/** Each as the picker shows it, with what tells it from the others. */
function tellApart(described: readonly ReturnType<typeof describeHeld>[]) {
  const counts = countsOf(described.map(({ text }) => text));
  return described.map(({ objectId, symbol, label, attributes, others, keys, text }) => {
    // A count doesn't tell one object from another.
    const needsId = keys.length > namedKeys && counts.get(text) !== 1;
    const told = needsId ? [...attributes, idAttribute(objectId)] : attributes;
    const notes = [
      ...(others.length > 0 ? [texts.savedAs(others)] : []),
      texts.heldBy(keys.length > namedKeys ? [workItems(keys.length)] : keys),
    ];
    return { shown: { objectId, symbol, label, attributes: told, notes }, text };
  });
}

/** As many work items as one recognizes an object by. */
const namedKeys = 3;

const texts = {
  anObject: 'an object',
  heldBy: (workItemNames: readonly string[]) => `Held by ${workItemNames.join(', ')}`,
  savedAs: (labels: readonly string[]) => `Saved as ${labels.join(', ')}`,
  nothingHeld: 'These work items hold no objects that can be removed.',
};

const objectOperationTexts: Record<BulkOperation, OperationTexts> = {
  ...operationTexts,
  add: {
    choice: 'Add',
    saved: (items, objects) => `Added ${objects} to ${items}`,
    unchanged: (items, objects) => `${items} already held ${objects}.`,
  },
  remove: {
    choice: 'Remove',
    saved: (items, objects) => `Removed ${objects} from ${items}`,
    unchanged: (items, objects) => `${items} didn’t hold ${objects}.`,
  },
};
