import { ErrorMessage, HelperMessage, Inline, Spinner, Label, Stack } from '@forge/react';
import { type ReactNode, useEffect } from 'react';
import { TroubleNotice } from '../screen/loaded';
import {
  type FindObjects,
  type FoundOptions,
  type ObjectSearch,
  useFirstPageAtOnce,
  useObjectSearch,
} from '../object-picker/use-object-search';
import { ObjectPicker, PickDetails } from '../object-picker/object-picker';
import { pickerTexts } from '../object-picker/picks';
import { cascadeEditTexts as texts, saveTexts } from './edit-texts';
import type { LevelFacts } from './cascade-field-contract';
import { needsKey, selectionsPayload, neededSelections, selectedOn, waitsFor } from './selection';
import type { CascadeChoice } from './use-cascade-choice';

/** What a level offers; a preview shows the query too. */
export interface FoundOnLevel extends FoundOptions {
  readonly query?: string;
}

/** How the levels are asked, and what is shown with them. */
export interface LevelOffers {
  /** Asks for what a level offers, given what is selected on the levels that it needs, and on all. */
  readonly find: (
    levelId: string,
    needed: ReturnType<typeof selectionsPayload>,
    all: ReturnType<typeof selectionsPayload>,
  ) => FindObjects<FoundOnLevel>;
  /** Another one where `find` answers differently for the same level. */
  readonly key?: string;
  readonly closed?: { readonly levelIds: ReadonlySet<string>; readonly reason: string };
  /** Below the picker of a level that can be asked. */
  readonly footer?: (search: ObjectSearch<FoundOnLevel>) => ReactNode;
}

interface LevelListProps {
  readonly levels: readonly LevelFacts[];
  readonly choice: CascadeChoice;
  readonly offers: LevelOffers;
  readonly isDisabled?: boolean;
  /** As for the picker; shown on the first level. */
  readonly isConnected?: boolean;
  readonly hasAutoFocus?: boolean;
  /** Asks for what the first level offers before it has the focus. */
  readonly asksAtOnce?: boolean;
  readonly onTrouble?: (levelId: string, isInTrouble: boolean) => void;
}

/** The levels one below the other, with what is said of the choice: in the editor and the preview. */
export function LevelList(props: LevelListProps) {
  const { levels, choice, offers, isDisabled = false, hasAutoFocus = false } = props;
  return (
    <Stack space="space.200">
      {levels.map((level, index) => (
        <LevelPicker
          // What it has found belongs to what is chosen above it.
          key={[offers.key ?? '', needsKey(level, choice.selections)].join(' ')}
          level={level}
          levels={levels}
          choice={choice}
          offers={offers}
          isDisabled={isDisabled}
          isConnected={index > 0 || (props.isConnected ?? true)}
          hasAutoFocus={index === 0 && hasAutoFocus}
          asksAtOnce={index === 0 && props.asksAtOnce === true}
          onTrouble={props.onTrouble}
        />
      ))}
      <CheckNotices choice={choice} />
    </Stack>
  );
}

interface PathEndProps {
  readonly choice: CascadeChoice;
  /** Undefined where the form itself says which levels are missing. */
  readonly sayMissing: ((levelNames: readonly string[]) => string) | undefined;
  readonly isRefused?: boolean;
}

/** What the path lacks. Below the levels, which stay where they are while someone picks. */
export function PathEnd({ choice, sayMissing, isRefused = false }: PathEndProps) {
  const { missingLevels, endsBefore } = choice;
  if (endsBefore) return <HelperMessage>{saveTexts.endsEarly(endsBefore.name)}</HelperMessage>;
  if (!sayMissing || missingLevels.length === 0) return null;
  const Message = isRefused ? ErrorMessage : HelperMessage;
  return <Message>{sayMissing(missingLevels.map(({ name }) => name))}</Message>;
}

function CheckNotices({ choice: { isChecking, trouble, check } }: { choice: CascadeChoice }) {
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
            connectReason={`${pickerTexts.connectToSearch()} What you picked is kept.`}
            isLoading={isChecking}
            reload={() => void check()}
          />
        </>
      )}
    </>
  );
}

const findNothing: FindObjects<FoundOnLevel> = () =>
  Promise.resolve({ kind: 'ok', value: { objects: [], total: 0 } });

interface LevelPickerProps {
  readonly level: LevelFacts;
  readonly levels: readonly LevelFacts[];
  readonly choice: CascadeChoice;
  readonly offers: LevelOffers;
  readonly isDisabled: boolean;
  readonly isConnected: boolean;
  readonly hasAutoFocus: boolean;
  readonly asksAtOnce: boolean;
  readonly onTrouble: ((levelId: string, isInTrouble: boolean) => void) | undefined;
}

/**
 * The picker of one level. What it has found fits what is selected above: after a change there it
 * is to be drawn anew.
 */
function LevelPicker(props: LevelPickerProps) {
  const { level, choice, offers, isDisabled } = props;
  const { levelId, name, isMultiple } = level;
  const [waitsForLevel] = waitsFor(choice.selections, props.levels, level);
  const isClosed = offers.closed?.levelIds.has(levelId) ?? false;
  const picks = selectedOn(choice.selections, levelId);
  const canAsk = !isClosed && !waitsForLevel;
  const needed = selectionsPayload(neededSelections(level, choice.selections));
  const all = selectionsPayload(choice.selections);
  const search = useObjectSearch(canAsk ? offers.find(levelId, needed, all) : findNothing);
  useFirstPageAtOnce(search, props.asksAtOnce);
  useTroubleReport(levelId, search.trouble !== undefined, props.onTrouble);
  useEffect(() => {
    if (search.offersNothing && canAsk) choice.seeNoOffer(level);
  });
  const inputId = `level-${levelId}`;
  return (
    <Stack>
      <Label labelFor={inputId}>{name}</Label>
      <Stack space="space.050">
        <ObjectPicker
          inputId={inputId}
          search={search}
          picks={picks}
          isMultiple={isMultiple}
          waitText={waitsForLevel && texts.chooseFirst(waitsForLevel.name)}
          hasAutoFocus={props.hasAutoFocus}
          isConnected={props.isConnected}
          isRequired={choice.missingLevels.some((missing) => missing.levelId === levelId)}
          // What is there from an older value can still be taken away.
          isDisabled={isDisabled || (!canAsk && picks.length === 0)}
          onChange={(next) => choice.change(levelId, next)}
        />
        <PickDetails picks={picks} areInPicker />
        {canAsk && offers.footer?.(search)}
      </Stack>
      <LevelNotices level={level} choice={choice} />
      {isClosed && <HelperMessage>{offers.closed?.reason}</HelperMessage>}
    </Stack>
  );
}

function LevelNotices({ level, choice }: { level: LevelFacts; choice: CascadeChoice }) {
  const notices = choice.notices.filter((notice) => notice.levelId === level.levelId);
  const surplus = choice.surplusOn(level);
  return (
    <>
      {notices.map(({ text }) => (
        <HelperMessage key={text}>{text}</HelperMessage>
      ))}
      {surplus > 0 && <ErrorMessage>{texts.surplus(level, surplus)}</ErrorMessage>}
    </>
  );
}

function useTroubleReport(
  levelId: string,
  isInTrouble: boolean,
  onTrouble: LevelPickerProps['onTrouble'],
) {
  useEffect(() => {
    onTrouble?.(levelId, isInTrouble);
    return () => onTrouble?.(levelId, false);
  }, [levelId, isInTrouble, onTrouble]);
}
