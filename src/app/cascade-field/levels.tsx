import { Button, Heading, HelperMessage, Inline, Stack } from '@forge/react';
import { useState } from 'react';
import type { Formats } from '../object-display/formats';
import { CheckTrouble } from '../query-editor/check-trouble';
import { attributesOfAll } from '../query-editor/vocabulary';
import { settleNames, type CascadeChange, type CascadeDraft } from './cascade-draft';
import { configTexts as texts } from './config-texts';
import { maximumLevels } from './configuration';
import { LevelCard } from './level-card';
import type { ConfigForm } from './use-config-form';

/** The levels in their order, and a further one. */
export function Levels({ form, formats }: { form: ConfigForm; formats: Formats }) {
  const { draft, change, types, source, check, results } = form;
  const attributes = attributesOfAll(types.choices ?? []);
  const typeNames = (types.choices ?? []).map(({ name }) => name);
  const names = knownNames(draft);
  const [moved, setMoved] = useState<CascadeChange & { kind: 'levelMoved' }>();
  const onCheck = () => source && void check.checkNow(source);
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {texts.levels}
      </Heading>
      <HelperMessage>{texts.levelsHelp}</HelperMessage>
      {draft.levels.map((level, index) => (
        <LevelCard
          // With its place: UI Kit misplaces what is moved behind something else, so that a level
          // that was moved is drawn anew.
          key={`${index} ${level.levelId}`}
          draft={draft}
          level={level}
          movedBy={moved?.levelId === level.levelId ? moved.by : undefined}
          vocabulary={{ attributes, typeNames, earlierLevels: names.slice(0, index).flat() }}
          result={results.find(({ levelId }) => levelId === level.levelId)?.result}
          formats={formats}
          isChecking={check.isChecking}
          onCheck={onCheck}
          onChange={(made) => {
            setMoved(made.kind === 'levelMoved' ? made : undefined);
            change(made);
          }}
        />
      ))}
      <Inline space="space.100" alignBlock="center" shouldWrap rowSpace="space.100">
        <Button
          spacing="compact"
          isDisabled={draft.levels.length >= maximumLevels}
          onClick={() => change({ kind: 'levelAdded', levelId: crypto.randomUUID() })}
        >
          {texts.addLevel}
        </Button>
        {draft.levels.length >= maximumLevels && <HelperMessage>{texts.levelsFull}</HelperMessage>}
      </Inline>
      <CheckTrouble reply={check.last?.reply} isChecking={check.isChecking} onCheck={onCheck} />
    </Stack>
  );
}

/** By level, as a list of one name, or of none where a level has no usable name yet. */
function knownNames(draft: CascadeDraft): string[][] {
  return settleNames(draft).levels.map(({ knownAs }) => (knownAs === '' ? [] : [knownAs]));
}
