import ForgeReconciler, { ErrorMessage, Spinner, Stack, Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useCallback, useEffect, useMemo } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { ConfirmButtons } from '../field-screen/confirm-buttons';
import { DraftNotices } from '../field-screen/draft-notices';
import { OfferNotices, useOfferCheck } from '../field-screen/offer-check';
import { useFieldScreen, type FieldScreen } from '../field-screen/use-field-screen';
import { damagedText } from '../object-display/display-texts';
import { ObjectPicker } from '../object-picker/object-picker';
import { PickDetails } from '../object-picker/pick-details';
import { pickerTexts } from '../object-picker/picker-texts';
import { useObjectSearch, type FindObjects } from '../object-picker/use-object-search';
import { readStoredValue, type ReadValue } from '../objects/stored-value';
import { foundOnPortal } from '../portal/portal-contract';
import { ObjectBulkEdit } from './bulk-edit';
import { objectEditTexts as texts } from './edit-texts';
import { readField, searchObjects } from './object-field-contract';
import { readPortalField, searchOnPortal } from './object-portal-contract';
import { askOffered, usePicks } from './use-picks';

/** The field's editor on an issue, in the create dialog, on transition screens and portal forms. */
function ObjectFieldEdit() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  if (!screen || !value) return <Spinner size="small" label={texts.loading} />;
  if (screen.renderContext === 'issue-bulk-edit') {
    return <ObjectBulkEdit screen={screen} find={findObjects} />;
  }
  return <Editor value={value} screen={screen} />;
}

const findObjects: FindObjects = (text) => callResolver(searchObjects, { text });
const findOnPortal: FindObjects = async (text) =>
  foundOnPortal(await callResolver(searchOnPortal, { text }));

function Editor({ value, screen }: { value: ReadValue; screen: FieldScreen }) {
  const { renderContext, isOnPortal, formats } = screen;
  const field = useField(isOnPortal);
  const { cardinality, isConnected = true } = field.value ?? {};
  const search = useObjectSearch(isOnPortal ? findOnPortal : findObjects);
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
  const mustStay = draft.surplus > 0 || isInTrouble;
  return (
    <CustomFieldEdit
      onSubmit={() => void draft.save()}
      disableSubmitOnBlur={mustStay}
      // Whoever looks for an object doesn't want to save yet.
      disableSubmitOnEnter={search.typedText !== ''}
      hideActionButtons
    >
      <Stack space="space.100">
        <Loaded
          {...field}
          loadingText={texts.loading}
          connectReason={pickerTexts.connectToSearch()}
        />
        {cardinality && (
          <ObjectPicker
            inputId="object-picker"
            search={search}
            picks={draft.content}
            isMultiple={cardinality === 'many'}
            formats={formats}
            hasAutoFocus={renderContext === 'issue-view'}
            isDisabled={draft.isSaving || check.isChecking}
            isConnected={isConnected || check.isNeeded}
            onChange={(picks) => void draft.change(picks)}
          />
        )}
        <OfferNotices check={check} />
        {draft.surplus > 0 && (
          <ErrorMessage>{texts.surplus(cardinality, draft.surplus)}</ErrorMessage>
        )}
        <DraftNotices draft={draft} />
        {value.isDamaged && (
          <Text color="color.text.subtle">{damagedText(value.objects.length > 0)}</Text>
        )}
        {renderContext === 'issue-view' && (
          <ConfirmButtons onConfirm={() => void draft.confirm()} />
        )}
        <PickDetails picks={draft.content} areInPicker={!!cardinality} formats={formats} />
      </Stack>
    </CustomFieldEdit>
  );
}

function useField(isOnPortal: boolean) {
  const load = useCallback(
    () => callResolver(isOnPortal ? readPortalField : readField, {}),
    [isOnPortal],
  );
  return useReply(load);
}

/** On an issue the picker gets the focus as it appears: what it offers is asked for meanwhile. */
function useFirstSearch(renderContext: string, open: () => void) {
  const isFocusedSoon = renderContext === 'issue-view';
  useEffect(() => {
    if (isFocusedSoon) open();
  }, [isFocusedSoon, open]);
}

ForgeReconciler.render(<ObjectFieldEdit />);
