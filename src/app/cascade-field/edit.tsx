import { view } from '@forge/bridge';
import ForgeReconciler, {
  ErrorMessage,
  HelperMessage,
  Inline,
  Spinner,
  Stack,
  Text,
} from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { useCallback, useMemo, useState } from 'react';
import { callResolver } from '../access/call-resolver';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { DraftNotices } from '../field-screen/draft-notices';
import { useFieldScreen, type FieldScreen } from '../field-screen/use-field-screen';
import { FirstFew } from '../object-display/first-few';
import { objectKey } from '../objects/object-id';
import { cascadePathOf } from './cascade-path';
import { readCascadeValue, type ReadCascade } from './cascade-value';
import { editTexts as texts } from './edit-texts';
import { readCascade } from './functions';
import { LevelPicker } from './level-picker';
import type { LevelFacts } from './replies';
import { leftOutOf, selectedOn, type Selections } from './selection';
import { useCascade, type Cascade } from './use-cascade';

/** The field's editor on an issue, in the create dialog and on a transition screen. */
function CascadeFieldEdit() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readCascadeValue(screen.fieldValue), [screen]);
  const load = useCallback(() => callResolver(readCascade, {}), []);
  const { reply, isLoading, reload } = useReply(load);
  if (!screen || !value) return <Spinner size="small" label={texts.loading} />;
  if (reply?.kind === 'ok') return <Editor value={value} screen={screen} {...reply.value} />;
  return (
    <CustomFieldEdit onSubmit={() => leave(screen)} disableSubmitOnBlur>
      <Stack space="space.100">
        <StoredLabels value={value} />
        {!reply && <Spinner size="small" label={texts.loading} />}
        {reply && (
          <TroubleNotice
            trouble={reply}
            connectReason={texts.connectToSearch}
            isRetrying={isLoading}
            onRetry={reload}
          />
        )}
      </Stack>
    </CustomFieldEdit>
  );
}

function leave({ renderContext }: FieldScreen): void {
  if (renderContext === 'issue-view') void view.close();
}

/** What is stored, while nothing can be picked. */
function StoredLabels({ value }: { value: ReadCascade }) {
  const { text, isOne } = cascadePathOf(value);
  const prefix = isOne && text !== '' ? `${text} / ` : '';
  return (
    <FirstFew items={value.objects} keyOf={({ objectId }) => objectId}>
      {({ label }) => <Text maxLines={3}>{prefix + label}</Text>}
    </FirstFew>
  );
}

interface EditorProps {
  readonly value: ReadCascade;
  readonly screen: FieldScreen;
  readonly levels: readonly LevelFacts[];
}

function Editor({ value, screen, levels }: EditorProps) {
  const { renderContext, formats } = screen;
  const cascade = useCascade({ value, levels, screen });
  const { isInTrouble, onTrouble } = useLevelTroubles();
  const leftOut = useMemo(
    () => leftOutOf(value, levels).map(({ label }) => label),
    [value, levels],
  );
  return (
    <CustomFieldEdit
      onSubmit={() => void cascade.save()}
      // Leaving, for instance to connect an account, must lose nothing that is not stored.
      disableSubmitOnBlur={cascade.isIncomplete || cascade.awaitsConfirm || isInTrouble}
    >
      <Stack space="space.100">
        <MissingLevels cascade={cascade} />
        {levels.map((level, index) => (
          <LevelPicker
            key={pickerKey(level, cascade.selections)}
            level={level}
            levels={levels}
            cascade={cascade}
            formats={formats}
            hasAutoFocus={index === 0 && renderContext === 'issue-view'}
            onTrouble={onTrouble}
          />
        ))}
        <EditorNotices cascade={cascade} />
        {leftOut.length > 0 && <HelperMessage>{texts.unknownLevels(leftOut)}</HelperMessage>}
        {value.isDamaged && <Text color="color.text.subtle">{texts.damaged}</Text>}
      </Stack>
    </CustomFieldEdit>
  );
}

/** Above the levels, where a dialog shows it without scrolling. */
function MissingLevels({ cascade }: { cascade: Cascade }) {
  const { missingLevels, endsBefore, hasTried } = cascade;
  if (endsBefore) return <HelperMessage>{texts.endsEarly(endsBefore.name)}</HelperMessage>;
  if (missingLevels.length === 0) return null;
  const Message = hasTried ? ErrorMessage : HelperMessage;
  return <Message>{texts.chooseToSave(missingLevels.map(({ name }) => name))}</Message>;
}

function EditorNotices({ cascade }: { cascade: Cascade }) {
  const { isChecking, trouble, retry } = cascade;
  return (
    <>
      {isChecking && !trouble && (
        <Inline>
          <Spinner size="small" label={texts.checking} />
        </Inline>
      )}
      {trouble && (
        <>
          <ErrorMessage>{texts.unchecked}</ErrorMessage>
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connectToSearch}
            isRetrying={isChecking}
            onRetry={retry}
          />
        </>
      )}
      <DraftNotices draft={cascade} />
    </>
  );
}

/** Another one after a change of what the level's query refers to. */
function pickerKey({ levelId, needs }: LevelFacts, selections: Selections): string {
  const needed = needs.flatMap((needed) => selectedOn(selections, needed));
  return [levelId, ...needed.map(({ objectId }) => objectKey(objectId))].join(' ');
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
