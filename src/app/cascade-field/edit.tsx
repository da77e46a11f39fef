import { view } from '@forge/bridge';
import ForgeReconciler, { HelperMessage, Spinner, Stack, Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useCallback, useMemo, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { ConfirmButtons } from '../field-screen/confirm-buttons';
import { DraftNotices } from '../field-screen/draft-notices';
import { OfferNotices, useOfferCheck } from '../field-screen/offer-check';
import { useFieldScreen, type FieldScreen } from '../field-screen/use-field-screen';
import { damagedText } from '../object-display/display-texts';
import { FirstFew } from '../object-display/first-few';
import { labelLines } from '../object-display/label-lines';
import { pickerTexts } from '../object-picker/picker-texts';
import { foundOnPortal } from '../portal/portal-contract';
import { CascadeBulkEdit } from './bulk-edit';
import { cascadePathOf } from './cascade-path';
import { readCascadeValue, type ReadCascade } from './cascade-value';
import { readCascade, searchLevel, type LevelFacts } from './cascade-field-contract';
import { LevelList, PathEnd, type LevelOffers } from './level-list';
import { readPortalCascade, searchLevelOnPortal } from './cascade-portal-contract';
import { saveTexts } from './save-texts';
import { leftOutOf } from './selection';
import { askOfferedPath, useCascade } from './use-cascade';

/** The field's editor on an issue, in the create dialog, on transition screens and portal forms. */
function CascadeFieldEdit() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readCascadeValue(screen.fieldValue), [screen]);
  if (!screen || !value) return <Spinner size="small" label={saveTexts.loading} />;
  return <LoadedEditor value={value} screen={screen} />;
}

function LoadedEditor({ value, screen }: { value: ReadCascade; screen: FieldScreen }) {
  const { isOnPortal } = screen;
  const load = useCallback(
    () => callResolver(isOnPortal ? readPortalCascade : readCascade, {}),
    [isOnPortal],
  );
  const loaded = useReply(load);
  const cascade = loaded.value;
  if (cascade && screen.renderContext === 'issue-bulk-edit') {
    return <CascadeBulkEdit screen={screen} offers={offers} {...cascade} />;
  }
  if (cascade) return <Editor value={value} screen={screen} {...cascade} />;
  return (
    <CustomFieldEdit onSubmit={() => leave(screen)} disableSubmitOnBlur>
      <Stack space="space.100">
        <StoredLabels value={value} />
        <Loaded
          {...loaded}
          loadingText={saveTexts.loading}
          connectReason={pickerTexts.connectToSearch()}
        />
      </Stack>
    </CustomFieldEdit>
  );
}

function leave({ renderContext }: FieldScreen): void {
  if (renderContext === 'issue-view') void view.close();
}

/** What is stored, while nothing can be picked. */
function StoredLabels({ value }: { value: ReadCascade }) {
  if (value.objects.length === 0) return null;
  const { text, isOne } = cascadePathOf(value);
  const prefix = isOne && text !== '' ? `${text} / ` : '';
  return (
    <FirstFew items={value.objects} keyOf={({ objectId }) => objectId}>
      {({ label }) => <Text maxLines={labelLines}>{prefix + label}</Text>}
    </FirstFew>
  );
}

interface EditorProps {
  readonly value: ReadCascade;
  readonly screen: FieldScreen;
  readonly levels: readonly LevelFacts[];
  readonly isConnected: boolean;
}

const offers: LevelOffers = {
  find: (levelId, selections) => (text) => callResolver(searchLevel, { levelId, text, selections }),
};

/** The portal checks the whole path. */
const portalOffers: LevelOffers = {
  find: (levelId, _, selections) => async (text) =>
    foundOnPortal(await callResolver(searchLevelOnPortal, { levelId, text, selections })),
};

function Editor({ value, screen, levels, isConnected }: EditorProps) {
  const { isInTrouble, onTrouble } = useLevelTroubles();
  const options = { value, levels, screen, isInTrouble };
  const isForm = screen.renderContext !== 'issue-view';
  const { choice, draft, hasTried, save, confirm } = useCascade(options);
  const leftOut = useMemo(
    () => leftOutOf(value, levels).map(({ label }) => label),
    [value, levels],
  );
  const check = useOfferCheck({
    draft,
    hadValue: value.objects.length + value.levels.length > 0,
    renderContext: screen.renderContext,
    ask: (content) => askOfferedPath(content, leftOut),
  });
  return (
    <CustomFieldEdit
      onSubmit={() => void save()}
      // Leaving, for instance to connect an account, must lose nothing that is not stored.
      disableSubmitOnBlur={choice.isIncomplete || isInTrouble}
      hideActionButtons
    >
      <Stack space="space.100">
        <LevelList
          levels={levels}
          choice={choice}
          offers={screen.isOnPortal ? portalOffers : offers}
          formats={screen.formats}
          isDisabled={draft.isSaving || check.isChecking}
          isConnected={isConnected || check.isNeeded}
          hasAutoFocus={!isForm}
          onTrouble={onTrouble}
        />
        <OfferNotices check={check} />
        {/* A form that is sent shows itself what to do, from the text that it was handed. */}
        <PathEnd
          choice={choice}
          sayMissing={isForm ? undefined : saveTexts.chooseToSave}
          isRefused={hasTried}
        />
        <DraftNotices draft={draft} />
        {leftOut.length > 0 && !check.isNeeded && (
          <HelperMessage>{saveTexts.unknownLevels(leftOut)}</HelperMessage>
        )}
        {value.isDamaged && (
          <Text color="color.text.subtle">
            {damagedText(value.objects.length + value.levels.length > 0)}
          </Text>
        )}
        {!isForm && <ConfirmButtons onConfirm={() => void confirm()} />}
      </Stack>
    </CustomFieldEdit>
  );
}

function useLevelTroubles() {
  const [levelIds, setLevelIds] = useState<readonly string[]>([]);
  const onTrouble = useCallback((levelId: string, isInTrouble: boolean) => {
    setLevelIds((before) => {
      if (before.includes(levelId) === isInTrouble) return before;
      return isInTrouble ? [...before, levelId] : before.filter((other) => other !== levelId);
    });
  }, []);
  return { isInTrouble: levelIds.length > 0, onTrouble };
}

ForgeReconciler.render(<CascadeFieldEdit />);
