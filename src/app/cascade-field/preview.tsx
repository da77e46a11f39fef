import {
  Box,
  Button,
  Heading,
  HelperMessage,
  Inline,
  Spinner,
  Stack,
  Text,
  xcss,
} from '@forge/react';
import { useState } from 'react';
import type { Formats } from '../object-display/formats';
import { configTexts as texts, listNames } from './config-texts';
import type { CascadeSource } from './configuration';
import { levelFacts } from './level-needs';
import { PreviewLevel } from './preview-level';
import { neededSelections } from './selection';
import { useWalk } from './use-walk';

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
          key={JSON.stringify([level, source.levels, neededSelections(level, walk.selections)])}
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
