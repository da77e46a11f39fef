import { CodeBlock, HelperMessage, Label, Stack, Text } from '@forge/react';
import { useEffect } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Formats } from '../object-display/formats';
import { ObjectPicker } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picked-object';
import { useObjectSearch } from '../object-picker/use-object-search';
import { configTexts as texts } from './config-texts';
import type { CascadeSource } from './configuration';
import { previewLevel } from './functions';
import type { LevelFacts } from './replies';
import {
  neededSelections,
  selectedOn,
  selectionsPayload,
  waitsFor,
  type Selections,
} from './selection';

interface PreviewLevelProps {
  readonly source: CascadeSource;
  readonly formats: Formats;
  readonly level: LevelFacts;
  readonly levels: readonly LevelFacts[];
  readonly selections: Selections<PickedObject>;
  readonly isFaulty: boolean;
  readonly onPick: (objects: readonly PickedObject[]) => void;
}

/** A level to choose on, with how many objects match and the query that was sent for them. */
export function PreviewLevel(props: PreviewLevelProps) {
  const { source, level, levels, selections, isFaulty, formats, onPick } = props;
  const { levelId, name, isMultiple } = level;
  const [waitsForLevel] = waitsFor(selections, levels, level);
  const search = useObjectSearch((text) => {
    const payload = selectionsPayload(neededSelections(level, selections));
    return callResolver(previewLevel, { ...source, levelId, text, selections: payload });
  });
  const offer = search.found;
  const isReady = !isFaulty && !waitsForLevel;
  useOpenOnce(search.open, isReady);
  const inputId = `preview-${levelId}`;
  return (
    <Stack space="space.050">
      <Label labelFor={inputId}>{name}</Label>
      <ObjectPicker
        inputId={inputId}
        search={search}
        picks={selectedOn(selections, levelId)}
        isMultiple={isMultiple}
        formats={formats}
        placeholder={waitsForLevel && texts.chooseFirst(waitsForLevel.name)}
        isDisabled={!isReady}
        onChange={onPick}
      />
      {isFaulty && <HelperMessage>{texts.previewFault}</HelperMessage>}
      {isReady && offer && (
        <>
          <Text size="small">
            {texts.matchCount(offer.total, formats.number(String(offer.total)))}
          </Text>
          <SentQuery text={offer.query} />
        </>
      )}
    </Stack>
  );
}

function SentQuery({ text }: { text: string }) {
  return (
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- UI Kit has no successor yet
    <CodeBlock text={text} language="text" showLineNumbers={false} shouldWrapLongLines />
  );
}

/** Asks for the first objects at once, so that query and count are there to be seen. */
function useOpenOnce(open: () => void, isReady: boolean): void {
  useEffect(() => {
    if (isReady) open();
    // `open` is new with every drawing, and asks once.
  }, [isReady]);
}
