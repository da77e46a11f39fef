import ForgeReconciler, { ErrorMessage, Stack } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useEffect, useMemo, useState } from 'react';
import { callResolver, useAnswer } from '../screen/call-resolver';
import { Loaded, TroubleText } from '../screen/loaded';
import { ConfirmButtons, DraftNotices, OfferNotices } from '../field-screen/editor-notices';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { WithFieldScreen } from '../field-screen/with-field-screen';
import { loadingField, damagedText } from '../field-screen/field-texts';
import { loadShownObjects, readFieldValue } from '../field-screen/current-value';
import { ObjectPicker, PickDetails } from '../object-picker/object-picker';
import {
  pickerTexts,
  isRenamed,
  pickedFromStore,
  type PickedObject,
  renamedIn,
  renewalOf,
} from '../object-picker/picks';
import {
  useObjectSearch,
  type FindObjects,
  type FoundOptions,
} from '../object-picker/use-object-search';
import {
  readStoredValue,
  type ReadValue,
  maximumObjects,
  storedValueOf,
  mergePicks,
  isObjectId,
  objectKey,
} from '../objects/stored-value';
import { foundOnPortal } from '../portal/portal-contract';
import { useFormMemory } from '../portal/use-form-memory';
import { useFieldDraft, useOfferCheck } from '../field-screen/use-field-draft';
import { ObjectBulkEdit } from './bulk-edit';
import {
  readField,
  searchObjects,
  readPortalField,
  searchOnPortal,
  findOffered,
  findOwn,
} from './object-field-contract';
import type { Cardinality } from './configuration';

/** The field's editor on an issue, in the create dialog, on transition screens and portal forms. */
function ObjectFieldEdit({ screen }: { readonly screen: FieldScreen }) {
  const value = useMemo(() => readStoredValue(screen.fieldValue), [screen]);
  if (screen.renderContext === 'issue-bulk-edit') {
    return <ObjectBulkEdit screen={screen} find={findObjects} />;
  }
  return <Editor value={value} screen={screen} />;
}

const findObjects: FindObjects = (text) => callResolver(searchObjects, { text });
const findOnPortal: FindObjects = async (text) =>
  foundOnPortal(await callResolver(searchOnPortal, { text }));

function Editor({ value, screen }: { value: ReadValue; screen: FieldScreen }) {
  const { renderContext, isOnPortal } = screen;
  const field = useAnswer(isOnPortal ? readPortalField : readField, {});
  const { cardinality, isConnected = true } = field.value ?? {};
  const remember = useFormMemory<FoundOptions>();
  const search = useObjectSearch(isOnPortal ? remember('', findOnPortal) : findObjects);
  useFirstSearch(renderContext, search.open);
  // Leaving to connect an account must not close the editor.
  const isInTrouble = field.trouble !== undefined || search.trouble !== undefined;
  const draft = usePicks({ value, cardinality, screen, isInTrouble });
  const check = useOfferCheck({
    draft,
    hadValue: value.objects.length > 0,
    renderContext,
    ask: cardinality && askOffered,
  });
  return (
    <CustomFieldEdit
      onSubmit={() => void draft.save()}
      disableSubmitOnBlur={draft.surplus > 0 || isInTrouble}
      // Someone who looks for an object doesn't want to save yet.
      disableSubmitOnEnter={search.typedText !== ''}
      hideActionButtons
    >
      <Stack space="space.100">
        <Loaded
          {...field}
          loadingText={loadingField}
          connectReason={pickerTexts.connectToSearch()}
        />
        {cardinality && (
          <ObjectPicker
            inputId="object-picker"
            search={search}
            picks={draft.content}
            isMultiple={cardinality === 'many'}
            hasAutoFocus={renderContext === 'issue-view'}
            isDisabled={draft.isSaving || check.isLoading}
            isConnected={isConnected || check.isNeeded}
            onChange={(picks) => void draft.change(picks)}
          />
        )}
        <OfferNotices check={check} />
        {draft.surplus > 0 && (
          <ErrorMessage>{surplusText(cardinality, draft.surplus)}</ErrorMessage>
        )}
        <DraftNotices draft={draft} />
        {value.isDamaged && <TroubleText>{damagedText(value.objects.length > 0)}</TroubleText>}
        {renderContext === 'issue-view' && (
          <ConfirmButtons onConfirm={() => void draft.confirm()} />
        )}
        <PickDetails picks={draft.content} areInPicker={!!cardinality} />
      </Stack>
    </CustomFieldEdit>
  );
}

/** On an issue the picker gets the focus as it appears: what it offers is asked for meanwhile. */
function useFirstSearch(renderContext: string, open: () => void) {
  const isFocusedSoon = renderContext === 'issue-view';
  useEffect(() => {
    if (isFocusedSoon) open();
  }, [isFocusedSoon, open]);
}

interface PicksOptions {
  readonly value: ReadValue;
  /** Undefined until the configuration is known; nothing can be picked before. */
  readonly cardinality: Cardinality | undefined;
  readonly screen: FieldScreen;
  readonly isInTrouble: boolean;
}

function usePicks({ value, cardinality, screen, isInTrouble }: PicksOptions) {
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
      // A form also gets a value that it has to refuse; otherwise it would keep the one before.
      const unfinished = unfinishedOf(picks, surplusText(cardinality, surplus));
      return renderContext === 'issue-view' ? undefined : { value: unfinished };
    },
    unfinishedOf,
    readLabels,
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

/** Asks which are of the field's type only where the labels of some have changed. */
async function readLabels(picks: readonly PickedObject[]) {
  const shown = await loadShownObjects(picks);
  if (shown.kind !== 'ok') return undefined;
  const { objects } = shown.value;
  const renamedIds = renamedIn(picks, objects).map(({ objectId }) => objectId);
  const own =
    renamedIds.length > 0 ? await callResolver(findOwn, { objectIds: renamedIds }) : noneAsked;
  if (own.kind !== 'ok') return undefined;
  const keys = new Set(own.value.objectIds.map(objectKey));
  return renewalOf(picks, objects, ({ objectId }) => keys.has(objectKey(objectId)));
}

const noneAsked = { kind: 'ok', value: { objectIds: [] } } as const;

async function askOffered(picks: readonly PickedObject[]) {
  const objectIds = picks.map(({ objectId }) => objectId).filter(isObjectId);
  const reply = await callResolver(findOffered, { objectIds });
  if (reply.kind !== 'ok') return reply;
  const keys = new Set(reply.value.objectIds.map(objectKey));
  const isOffered = ({ objectId }: PickedObject) => keys.has(objectKey(objectId));
  const removed = picks.filter((pick) => !isOffered(pick)).map(({ label }) => label);
  return { kind: 'ok', value: { content: picks.filter(isOffered), removed } } as const;
}

/** Null where nothing is picked. */
function unfinishedOf(picks: readonly PickedObject[], unfinished: string) {
  const value = storedValueOf(picks);
  return value && { ...value, unfinished };
}

function surplusText(cardinality: Cardinality | undefined, surplus: number): string {
  const takes =
    cardinality === 'one' ? 'now takes one object' : `takes up to ${maximumObjects} objects`;
  return `This field ${takes}. Remove ${surplus} to save your change.`;
}

function surplusOf(picks: readonly PickedObject[], cardinality: Cardinality | undefined): number {
  return Math.max(0, picks.length - (cardinality === 'one' ? 1 : maximumObjects));
}

ForgeReconciler.render(
  <WithFieldScreen loadingText={loadingField}>
    {(screen) => <ObjectFieldEdit screen={screen} />}
  </WithFieldScreen>,
);
