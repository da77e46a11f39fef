import { view } from '@forge/bridge';
import ForgeReconciler, { HelperMessage, Stack, Text } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useCallback, useMemo, useState } from 'react';
import { callResolver, useAnswer } from '../screen/call-resolver';
import { Loaded, TroubleText } from '../screen/loaded';
import { ConfirmButtons, DraftNotices, OfferNotices } from '../field-screen/editor-notices';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { WithFieldScreen } from '../field-screen/with-field-screen';
import { loadingField, damagedText } from '../field-screen/field-texts';
import { loadShownObjects, readFieldValue } from '../field-screen/current-value';
import { FirstFew, labelLines } from '../object-display/first-few';
import {
  pickerTexts,
  isRenamed,
  pickedFromStore,
  type PickedObject,
  renamedIn,
  renewalOf,
} from '../object-picker/picks';
import { foundOnPortal } from '../portal/portal-contract';
import { type FormMemory, useFormMemory } from '../portal/use-form-memory';
import {
  type FieldDraft,
  useFieldDraft,
  useOfferCheck,
  type Draft,
} from '../field-screen/use-field-draft';
import { mergePicks, objectKey } from '../objects/stored-value';
import type { Reply } from '../replies/reply';
import { CascadeBulkEdit } from './bulk-edit';
import {
  type AllowedLevel,
  readCascadeValue,
  type ReadCascade,
  cascadeValueOf,
  unfinishedCascadeOf,
  cascadePathOf,
} from './cascade-value';
import {
  readCascade,
  searchLevel,
  type LevelFacts,
  readPortalCascade,
  searchLevelOnPortal,
  findAllowed,
  findOfferedPath,
  findOwnPath,
  findAllowedOnPortal,
} from './cascade-field-contract';
import { LevelList, PathEnd, type FoundOnLevel, type LevelOffers } from './level-list';
import { saveTexts, cascadeEditTexts as texts } from './edit-texts';
import {
  dependentsOf,
  leftOutOf,
  prune,
  selectionsPayload,
  findMissingLevels,
  selectedOn,
  selectionsOf,
  surplusOn,
  type Selections,
} from './selection';
import { useCascadeChoice, type AskAllowed, type CascadeContent } from './use-cascade-choice';

/** The field's editor on an issue, in the create dialog, on transition screens and portal forms. */
function CascadeFieldEdit({ screen }: { readonly screen: FieldScreen }) {
  const { isOnPortal } = screen;
  const value = useMemo(() => readCascadeValue(screen.fieldValue), [screen]);
  const loaded = useAnswer(isOnPortal ? readPortalCascade : readCascade, {});
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
          loadingText={loadingField}
          connectReason={pickerTexts.connectToSearch()}
        />
      </Stack>
    </CustomFieldEdit>
  );
}

function leave({ renderContext }: FieldScreen): void {
  if (renderContext === 'issue-view') void view.close();
}

function StoredLabels({ value }: { value: ReadCascade }) {
  if (value.objects.length === 0) return null;
  const { prefix } = cascadePathOf(value);
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

/** The portal checks the whole path above a level: its answer depends on all that is picked there. */
const portalOffers = (
  levels: readonly LevelFacts[],
  remember: FormMemory<FoundOnLevel>,
): LevelOffers => ({
  find(levelId, _, selections) {
    const isAbove = (level: LevelFacts) => dependentsOf(levels, level.levelId).includes(levelId);
    const above = levels
      .filter(isAbove)
      .map((level) => selectedOn(selections, level.levelId).map(({ objectId }) => objectId));
    return remember([levelId, above], async (text) =>
      foundOnPortal(await callResolver(searchLevelOnPortal, { levelId, text, selections })),
    );
  },
});

function Editor({ value, screen, levels, isConnected }: EditorProps) {
  const { isInTrouble, onTrouble } = useLevelTroubles();
  const remember = useFormMemory<FoundOnLevel>();
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
          offers={screen.isOnPortal ? portalOffers(levels, remember) : offers}
          isDisabled={draft.isSaving || check.isLoading}
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
          <TroubleText>{damagedText(value.objects.length + value.levels.length > 0)}</TroubleText>
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

const askAllowed: AskAllowed = (payload) => callResolver(findAllowed, payload);
const askOnPortal: AskAllowed = (payload) => callResolver(findAllowedOnPortal, payload);

/**
 * What of the path the field offers where the person is.
 * @param leftOut the labels of what it has no level for
 */
async function askOfferedPath(content: CascadeContent, leftOut: readonly string[]) {
  const selections = selectionsPayload(content.selections);
  const reply = await callResolver(findOfferedPath, { selections });
  if (reply.kind !== 'ok') return reply;
  const pruned = prune(content.selections, reply.value.levels);
  const labels = pruned.removed.flatMap(({ objects }) => objects.map(({ label }) => label));
  const left = { ...content, selections: pruned.selections };
  return { kind: 'ok', value: { content: left, removed: [...leftOut, ...labels] } } as const;
}

function useCascade(options: CascadeOptions) {
  const { levels, screen } = options;
  const draft = useCascadeDraft(options);
  const choice = useCascadeChoice(draft, levels, screen.isOnPortal ? askOnPortal : askAllowed);
  const [tried, setTried] = useState<CascadeContent>();

  async function prepare() {
    setTried(draft.newest());
    if (screen.renderContext === 'issue-view') await choice.check();
    setTried(draft.newest());
  }

  const save = () => prepare().then(draft.save);
  const confirm = () => prepare().then(draft.confirm);

  return { choice, draft, hasTried: tried === draft.content, save, confirm };
}

interface CascadeOptions {
  readonly value: ReadCascade;
  readonly levels: readonly LevelFacts[];
  readonly screen: FieldScreen;
  readonly isInTrouble: boolean;
}

/** What is selected in the editor, and how it gets into Jira. */
function useCascadeDraft({
  value,
  levels,
  screen,
  isInTrouble,
}: CascadeOptions): FieldDraft<CascadeContent> {
  const [initial] = useState<CascadeContent>(() => contentOf(value, levels));
  return useFieldDraft<CascadeContent>({
    initial,
    renderContext: screen.renderContext,
    isInTrouble,
    valueOf: (draft) => storable(draft, levels, screen.renderContext !== 'issue-view'),
    unfinishedOf: ({ selections }, obstacle) =>
      selections.some(({ objects }) => objects.length > 0)
        ? unfinishedCascadeOf(selections, obstacle)
        : null,
    readLabels: readLevelLabels,
    hasNewLabels: ({ selections }) =>
      !value.isDamaged &&
      leftOutOf(value, levels).length === 0 &&
      selections.some(({ objects }) => objects.some(isRenamed)),
    catchUp: async ({ isChanged }) => {
      if (isChanged && !levels.at(-1)?.isMultiple) return undefined;
      const stored = await readFieldValue(screen.place);
      const theirs = stored === undefined ? undefined : readCascadeValue(stored);
      if (!theirs || theirs.isDamaged) return undefined;
      const { selections } = contentOf(theirs, levels);
      return (mine) => ({
        ...mine,
        selections: isChanged
          ? mergeLeaves(initial.selections, mine.selections, selections)
          : selections,
      });
    },
  });
}

function contentOf(value: ReadCascade, levels: readonly LevelFacts[]): CascadeContent {
  const selections = selectionsOf(value, levels).map(({ levelId, objects }) => ({
    levelId,
    objects: objects.map(pickedFromStore),
  }));
  return { selections, uncheckedLevelIds: [], offerlessLevelIds: [] };
}

/** Both changes of the last level, where all three have the same above it; else mine. */
function mergeLeaves(
  before: Selections<PickedObject>,
  mine: Selections<PickedObject>,
  theirs: Selections<PickedObject>,
): Selections<PickedObject> {
  const leafId = mine.at(-1)?.levelId ?? '';
  const path = pathKey(mine);
  if (pathKey(before) !== path || pathKey(theirs) !== path) return mine;
  const objects = mergePicks(
    selectedOn(before, leafId),
    selectedOn(mine, leafId),
    selectedOn(theirs, leafId),
  );
  return [...mine.slice(0, -1), { levelId: leafId, objects }];
}

/** The same for the same objects above the last level, in any order. */
function pathKey(selections: Selections): string {
  const levels = selections.slice(0, -1).map(({ objects }) => objects);
  return JSON.stringify(
    levels.map((objects) => objects.map(({ objectId }) => objectKey(objectId)).sort()),
  );
}

/** What keeps the selections from being stored, as an instruction; undefined where nothing does. */
function obstacleOf(content: CascadeContent, levels: readonly LevelFacts[]): string | undefined {
  const { selections, uncheckedLevelIds, offerlessLevelIds } = content;
  const crowded = levels.find((level) => surplusOn(selections, level) > 0);
  if (crowded) return texts.surplus(crowded, surplusOn(selections, crowded));
  if (uncheckedLevelIds.length > 0) return saveTexts.notChecked;
  const missing = findMissingLevels(selections, levels, offerlessLevelIds);
  return missing.length > 0 ? saveTexts.choose(missing.map(({ name }) => name)) : undefined;
}

/** A form also gets a value that it has to refuse; otherwise it would go on without this one. */
function storable(
  { content, isChanged }: Draft<CascadeContent>,
  levels: readonly LevelFacts[],
  isForm: boolean,
) {
  const obstacle = isChanged ? obstacleOf(content, levels) : undefined;
  if (obstacle === undefined) return { value: cascadeValueOf(content.selections) };
  return isForm ? { value: unfinishedCascadeOf(content.selections, obstacle) } : undefined;
}

/** Asks what is of the kind of its level only where the labels of some have changed. */
async function readLevelLabels({ selections }: CascadeContent) {
  const picks = selections.flatMap(({ objects }) => objects);
  const shown = await loadShownObjects(picks);
  if (shown.kind !== 'ok') return undefined;
  const { objects: found } = shown.value;
  const renamed = selections.map(({ levelId, objects }) => ({
    levelId,
    objects: renamedIn(objects, found),
  }));
  const own = renamed.some(({ objects }) => objects.length > 0)
    ? await callResolver(findOwnPath, { selections: selectionsPayload(renamed) })
    : noneAsked;
  if (own.kind !== 'ok') return undefined;
  const isOwnOn = (levelId: string) => {
    const ids = own.value.levels.find((level) => level.levelId === levelId)?.objectIds ?? [];
    const keys = new Set(ids.map(objectKey));
    return ({ objectId }: PickedObject) => keys.has(objectKey(objectId));
  };
  return (later: CascadeContent): CascadeContent => ({
    ...later,
    selections: later.selections.map(({ levelId, objects }) => ({
      levelId,
      objects: renewalOf(picks, found, isOwnOn(levelId))(objects),
    })),
  });
}

const noneAsked: Reply<{ levels: readonly AllowedLevel[] }> = { kind: 'ok', value: { levels: [] } };

ForgeReconciler.render(
  <WithFieldScreen loadingText={loadingField}>
    {(screen) => <CascadeFieldEdit screen={screen} />}
  </WithFieldScreen>,
);
