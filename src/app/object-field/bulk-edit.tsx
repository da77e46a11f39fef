import { Text } from '@forge/react';
import { useCallback, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { BulkPanel, OneByOne, type BulkChange } from '../bulk-screen/bulk-panel';
import { OperationChoice } from '../bulk-screen/operation-choice';
import { bulkTexts, type ValueChange } from '../bulk-screen/bulk-texts';
import type { BulkOperation } from '../bulk-screen/bulk-edit-contract';
import { useBulkItems } from '../bulk-screen/use-bulk-items';
import { useBulkSave, type SavePart } from '../bulk-screen/use-bulk-save';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { ObjectPicker } from '../object-picker/object-picker';
import { PickDetails } from '../object-picker/pick-details';
import type { PickedObject } from '../object-picker/picked-object';
import {
  useFirstPageAtOnce,
  useObjectSearch,
  type FindObjects,
} from '../object-picker/use-object-search';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { objectEditTexts as texts, objectOperationTexts as operationTexts } from './edit-texts';
import { saveBulkObjects } from './bulk-functions';
import { readField } from './object-field-contract';
import { useHeldObjects, type HeldObjectsOptions } from './use-held-objects';

const operations = ['set', 'add', 'remove', 'clear'] as const;

interface ObjectBulkEditProps {
  readonly screen: FieldScreen;
  readonly find: FindObjects;
}

/** The field's editor for many work items at once. */
export function ObjectBulkEdit(props: ObjectBulkEditProps) {
  return <OneByOne>{(change) => <ObjectChange {...props} {...change} />}</OneByOne>;
}

function ObjectChange(props: ObjectBulkEditProps & BulkChange) {
  const { issueCount, formats } = props.screen;
  const field = useField();
  const loaded = useItemsWith(field, issueCount);
  const saving = useBulkSave(issueCount);
  const [operation, setOperation] = useState<BulkOperation>('set');
  const isRemoval = operation === 'remove';
  const { search, picks, setPicks } = useChoice(props.find, { loaded, isRemoval, formats });
  const hasNothingToPick = isRemoval && search.offersNothing;
  const objects = operation === 'clear' ? [] : picks.map(toStored);
  const savePart: SavePart = (offset) =>
    callResolver(saveBulkObjects, { offset, operation, objects });
  const isReady = operation === 'clear' || objects.length > 0;
  const cardinality = field.value?.cardinality;
  const startingAnew =
    <Value,>(choose: (value: Value) => void) =>
    (value: Value) => {
      choose(value);
      saving.forget();
    };
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
      <OperationChoice
        operations={operations}
        operationTexts={operationTexts}
        chosen={operation}
        isDisabled={saving.isRunning}
        onChoose={startingAnew(setOperation)}
      />
      {!loaded.trouble && (
        <Loaded {...field} loadingText={texts.loading} connectReason={bulkTexts.connect} />
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
            formats={formats}
            hasAutoFocus={props.isFurther}
            isDisabled={saving.isRunning}
            onChange={startingAnew(setPicks)}
          />
          <PickDetails picks={picks} areInPicker formats={formats} />
        </>
      )}
    </BulkPanel>
  );
}

function changeOf(operation: BulkOperation, objects: readonly StoredObject[]): ValueChange {
  return { operation, texts: operationTexts[operation], labels: objects.map(({ label }) => label) };
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

function useField() {
  return useReply(useCallback(() => callResolver(readField, {}), []));
}

/** The work items: where the field failed too, trying again asks for both, and is offered once. */
function useItemsWith({ trouble, reload }: ReturnType<typeof useField>, count: number) {
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
