import ForgeReconciler, { ErrorMessage, Spinner, Stack, Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useCallback, useMemo } from 'react';
import { callResolver } from '../access/call-resolver';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { AttributeLine } from '../object-display/attribute-line';
import { editTexts as texts } from './edit-texts';
import { ObjectPicker } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picked-object';
import { readField } from './functions';
import { readStoredValue, type ReadValue } from '../objects/stored-value';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { useObjectSearch } from '../object-picker/use-object-search';
import { usePicks } from './use-picks';

/** The field's editor on an issue, in the create dialog and on a transition screen. */
export function ObjectFieldEdit() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  if (!screen || !value) return <Spinner size="small" label={texts.loading} />;
  return <Editor value={value} renderContext={screen.renderContext} />;
}

function Editor({ value, renderContext }: { value: ReadValue; renderContext: string }) {
  const load = useCallback(() => callResolver(readField, {}), []);
  const field = useReply(load);
  const cardinality = field.reply?.kind === 'ok' ? field.reply.value.cardinality : undefined;
  const draft = usePicks({ value, cardinality, renderContext });
  const search = useObjectSearch();
  const trouble = field.reply?.kind === 'ok' ? undefined : field.reply;
  // Leaving to connect an account must not close the editor.
  const mustStay = draft.surplus > 0 || trouble !== undefined || search.trouble !== undefined;
  return (
    <CustomFieldEdit onSubmit={() => void draft.save()} disableSubmitOnBlur={mustStay}>
      <Stack space="space.100">
        {!field.reply && <Spinner size="small" label={texts.loading} />}
        {trouble && (
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connectToSearch}
            isRetrying={field.isLoading}
            onRetry={field.reload}
          />
        )}
        {cardinality && (
          <ObjectPicker
            search={search}
            picks={draft.picks}
            cardinality={cardinality}
            hasAutoFocus={renderContext === 'issue-view'}
            isDisabled={draft.isSaving}
            onChange={(picks) => void draft.change(picks)}
          />
        )}
        {draft.surplus > 0 && <ErrorMessage>{texts.overLimit(draft.surplus)}</ErrorMessage>}
        {draft.hasFailed && <ErrorMessage>{texts.saveFailed}</ErrorMessage>}
        {value.isDamaged && <Text color="color.text.subtle">{texts.damaged}</Text>}
        <PickDetails picks={draft.picks} areInPicker={cardinality !== undefined} />
      </Stack>
    </CustomFieldEdit>
  );
}

interface PickDetailsProps {
  readonly picks: readonly PickedObject[];
  /** Without the picker, each pick is shown by its label here. */
  readonly areInPicker: boolean;
}

function PickDetails({ picks, areInPicker }: PickDetailsProps) {
  const shown = areInPicker ? picks.filter(({ attributes }) => attributes.length > 0) : picks;
  return (
    <>
      {shown.map(({ objectId, label, attributes }) => (
        <Stack key={objectId} space="space.025">
          <Text size="small" weight="medium">
            {label}
          </Text>
          <AttributeLine attributes={attributes} />
        </Stack>
      ))}
    </>
  );
}

ForgeReconciler.render(<ObjectFieldEdit />);
