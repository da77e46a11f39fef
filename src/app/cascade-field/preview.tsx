import {
  Box,
  Button,
  CodeBlock,
  Heading,
  HelperMessage,
  Inline,
  Label,
  Spinner,
  Stack,
  Text,
  xcss,
} from '@forge/react';
import { useEffect, useState } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Formats } from '../object-display/formats';
import { ObjectPicker } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picked-object';
import { useObjectSearch } from '../object-picker/use-object-search';
import { configTexts as texts, listNames } from './config-texts';
import type { CascadeSource } from './configuration';
import { previewLevel } from './functions';
import { levelFacts } from './level-needs';
import type { LevelFacts } from './replies';
import {
  dependentsOf,
  select,
  selectedOn,
  selectionsPayload,
  waitsFor,
  type Selections,
} from './selection';

interface PreviewProps {
  /** As it was checked last; undefined before the first check. */
  readonly source: CascadeSource | undefined;
  readonly faultyLevelIds: ReadonlySet<string>;
  readonly formats: Formats;
}

/** Lets an admin walk the cascade before anyone else can, with what each level sends and finds. */
export function Preview({ source, faultyLevelIds, formats }: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Inline>
        <Button onClick={() => setIsOpen(true)}>{texts.preview}</Button>
      </Inline>
    );
  }
  return (
    <Box xcss={panel}>
      <Stack space="space.150">
        <Inline spread="space-between" alignBlock="center">
          <Heading as="h2" size="small">
            {texts.preview}
          </Heading>
          <Button spacing="compact" appearance="subtle" onClick={() => setIsOpen(false)}>
            {texts.closePreview}
          </Button>
        </Inline>
        {source ? (
          <Walk source={source} faultyLevelIds={faultyLevelIds} formats={formats} />
        ) : (
          <Spinner size="small" label={texts.previewLoading} />
        )}
      </Stack>
    </Box>
  );
}

const panel = xcss({
  padding: 'space.200',
  backgroundColor: 'elevation.surface.sunken',
  borderRadius: 'radius.small',
});

interface WalkProps {
  readonly source: CascadeSource;
  readonly faultyLevelIds: ReadonlySet<string>;
  readonly formats: Formats;
}

function Walk({ source, faultyLevelIds, formats }: WalkProps) {
  const levels = levelFacts(source.levels);
  const walk = useWalk(source, levels);
  const held = walk.selections.at(-1)?.objects ?? [];
  return (
    <>
      <HelperMessage>{texts.previewHelp}</HelperMessage>
      {levels.map((level) => (
        <PreviewLevel
          // What it has found belongs to its query and to what is chosen above it.
          key={JSON.stringify([level, source.levels, neededOf(level, walk.selections)])}
          source={source}
          level={level}
          levels={levels}
          selections={walk.selections}
          isFaulty={faultyLevelIds.has(level.levelId)}
          formats={formats}
          onPick={(objects) => walk.pick(level.levelId, objects)}
        />
      ))}
      {walk.cleared.length > 0 && (
        <HelperMessage>{texts.cleared(listNames(walk.cleared))}</HelperMessage>
      )}
      {held.length > 0 && <Text>{texts.holds(held.map(({ label }) => label).join(', '))}</Text>}
    </>
  );
}

/** What is chosen so far; a change of workspace begins anew. */
function useWalk({ workspaceId }: CascadeSource, levels: readonly LevelFacts[]) {
  const [walk, setWalk] = useState<Progress>({ workspaceId, selections: [], cleared: [] });
  const { selections: chosen, cleared } = walk.workspaceId === workspaceId ? walk : noProgress;
  const selections = levels.map(({ levelId }) => ({
    levelId,
    objects: selectedOn(chosen, levelId),
  }));

  /** Clears below all that depends on it: the service answers for saved configurations only. */
  function pick(levelId: string, objects: readonly PickedObject[]) {
    const dependents = dependentsOf(levels, levelId);
    const isCleared = (id: string) =>
      dependents.includes(id) && selectedOn(selections, id).length > 0;
    const changed = dependents.reduce<Selections<PickedObject>>(
      (current, dependent) => select(current, levels, dependent, []).selections,
      select(selections, levels, levelId, objects).selections,
    );
    const names = levels.filter((level) => isCleared(level.levelId)).map(({ name }) => name);
    setWalk({ workspaceId, selections: changed, cleared: names });
  }

  return { selections, cleared, pick };
}

interface Progress {
  readonly workspaceId: string;
  readonly selections: Selections<PickedObject>;
  /** Names of the levels that the last change cleared. */
  readonly cleared: readonly string[];
}
const noProgress: Pick<Progress, 'selections' | 'cleared'> = { selections: [], cleared: [] };

interface PreviewLevelProps extends Pick<WalkProps, 'source' | 'formats'> {
  readonly level: LevelFacts;
  readonly levels: readonly LevelFacts[];
  readonly selections: Selections<PickedObject>;
  readonly isFaulty: boolean;
  readonly onPick: (objects: readonly PickedObject[]) => void;
}

function PreviewLevel(props: PreviewLevelProps) {
  const { source, level, levels, selections, isFaulty, formats, onPick } = props;
  const { levelId, name, isMultiple } = level;
  const [waitsForLevel] = waitsFor(selections, levels, level);
  const search = useObjectSearch((text) => {
    const payload = selectionsPayload(neededOf(level, selections));
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

function neededOf({ needs }: LevelFacts, selections: Selections<PickedObject>) {
  return selections.filter(({ levelId }) => needs.includes(levelId));
}
