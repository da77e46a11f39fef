import { ErrorMessage, HelperMessage, Label, Stack } from '@forge/react';
import { useEffect } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Formats } from '../object-display/formats';
import { ObjectPicker } from '../object-picker/object-picker';
import { useObjectSearch } from '../object-picker/use-object-search';
import { editTexts as texts } from './edit-texts';
import { searchLevel } from './functions';
import type { LevelFacts } from './replies';
import { neededSelections, selectedOn, selectionsPayload, waitsFor } from './selection';
import type { Cascade } from './use-cascade';

interface LevelPickerProps {
  readonly level: LevelFacts;
  readonly levels: readonly LevelFacts[];
  readonly cascade: Cascade;
  readonly formats: Formats;
  readonly hasAutoFocus: boolean;
  readonly onTrouble: (levelId: string, isInTrouble: boolean) => void;
}

/**
 * The picker of one level. What it has found fits what is selected above: after a change there it
 * is to be drawn anew.
 */
export function LevelPicker(props: LevelPickerProps) {
  const { level, levels, cascade, formats, hasAutoFocus, onTrouble } = props;
  const { levelId, name, isMultiple } = level;
  const [waitsForLevel] = waitsFor(cascade.selections, levels, level);
  const picks = selectedOn(cascade.selections, levelId);
  const search = useObjectSearch(async (text) => {
    if (waitsForLevel) return { kind: 'ok', value: { objects: [], total: 0 } };
    const needed = neededSelections(level, cascade.selections);
    return callResolver(searchLevel, { levelId, text, selections: selectionsPayload(needed) });
  });
  useTroubleReport(levelId, search.trouble !== undefined, onTrouble);
  useEffect(() => {
    if (search.offersNothing && !waitsForLevel && cascade.isChanged) cascade.seeNoOffer(levelId);
  });
  const inputId = `level-${levelId}`;
  const waitText = waitsForLevel && texts.chooseFirst(waitsForLevel.name);
  return (
    <Stack space="space.025">
      <Label labelFor={inputId}>{name}</Label>
      <ObjectPicker
        inputId={inputId}
        search={search}
        picks={picks}
        isMultiple={isMultiple}
        formats={formats}
        placeholder={waitText}
        hasAutoFocus={hasAutoFocus}
        // What is there from an older value can still be taken away.
        isDisabled={cascade.isSaving || (waitText !== undefined && picks.length === 0)}
        onChange={(next) => cascade.change(levelId, next)}
      />
      <LevelNotices level={level} cascade={cascade} />
    </Stack>
  );
}

function LevelNotices({ level, cascade }: { level: LevelFacts; cascade: Cascade }) {
  const notices = cascade.notices.filter((notice) => notice.levelId === level.levelId);
  const surplus = cascade.surplusOn(level);
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
    onTrouble(levelId, isInTrouble);
    return () => onTrouble(levelId, false);
  }, [levelId, isInTrouble, onTrouble]);
}
