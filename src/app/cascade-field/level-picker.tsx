import { ErrorMessage, HelperMessage, Label, Stack } from '@forge/react';
import { useEffect } from 'react';
import type { Formats } from '../object-display/formats';
import { ObjectPicker } from '../object-picker/object-picker';
import { PickDetails } from '../object-picker/pick-details';
import {
  useFirstPageAtOnce,
  useObjectSearch,
  type FindObjects,
} from '../object-picker/use-object-search';
import { cascadeEditTexts as texts } from './edit-texts';
import type { FoundOnLevel, LevelOffers } from './level-list';
import type { LevelFacts } from './cascade-field-contract';
import { neededSelections, selectedOn, selectionsPayload, waitsFor } from './selection';
import type { CascadeChoice } from './use-cascade-choice';

const findNothing: FindObjects<FoundOnLevel> = () =>
  Promise.resolve({ kind: 'ok', value: { objects: [], total: 0 } });

interface LevelPickerProps {
  readonly level: LevelFacts;
  readonly levels: readonly LevelFacts[];
  readonly choice: CascadeChoice;
  readonly offers: LevelOffers;
  readonly formats: Formats;
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
export function LevelPicker(props: LevelPickerProps) {
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
    <Stack space="space.025">
      <Label labelFor={inputId}>{name}</Label>
      <ObjectPicker
        inputId={inputId}
        search={search}
        picks={picks}
        isMultiple={isMultiple}
        formats={props.formats}
        waitText={waitsForLevel && texts.chooseFirst(waitsForLevel.name)}
        hasAutoFocus={props.hasAutoFocus}
        isConnected={props.isConnected}
        isRequired={choice.missingLevels.some((missing) => missing.levelId === levelId)}
        // What is there from an older value can still be taken away.
        isDisabled={isDisabled || (!canAsk && picks.length === 0)}
        onChange={(next) => choice.change(levelId, next)}
      />
      <PickDetails picks={picks} areInPicker formats={props.formats} />
      <LevelNotices level={level} choice={choice} />
      {isClosed && <HelperMessage>{offers.closed?.reason}</HelperMessage>}
      {canAsk && offers.footer?.(search)}
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
