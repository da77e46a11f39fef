import { Button, Heading, HelperMessage, Inline, Stack } from '@forge/react';
import { useState } from 'react';
import type { Formats } from '../object-display/formats';
import { CheckTrouble } from '../query-editor/check-trouble';
import { attributesOfAll } from '../query-editor/vocabulary';
import {
  nameFaultOf,
  settleNames,
  type CascadeChange,
  type CascadeDraft,
  type LevelDraft,
} from './cascade-draft';
import { faultsOf } from './checked-levels';
import { cascadeConfigTexts as texts } from './config-texts';
import { maximumLevels } from './level-limits';
import { LevelCard } from './level-card';
import type { CascadeConfigForm } from './use-config-form';

/** The levels in their order, and a further one. */
export function Levels({ form, formats }: { form: CascadeConfigForm; formats: Formats }) {
  const { draft, change, types, source, check, results } = form;
  const attributes = attributesOfAll(types.choices ?? []);
  const typeNames = (types.choices ?? []).map(({ name }) => name);
  const names = knownNames(draft);
  const [moved, setMoved] = useState<CascadeChange & { kind: 'levelMoved' }>();
  const { foldingOf, openAlone } = useFolding(form);
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
          {...foldingOf(level)}
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
          onClick={() => {
            const levelId = crypto.randomUUID();
            change({ kind: 'levelAdded', levelId });
            openAlone(levelId);
          }}
        >
          {texts.addLevel}
        </Button>
        {draft.levels.length >= maximumLevels && <HelperMessage>{texts.levelsFull}</HelperMessage>}
      </Inline>
      <CheckTrouble reply={check.last?.reply} isChecking={check.isChecking} onCheck={onCheck} />
    </Stack>
  );
}

/** Up to this many levels are open at first; if there are more, all begin folded. */
const mostOpen = 2;

/**
 * Which levels show their place, name and query alone. One in which something is wrong opens, and
 * stays open when it is corrected: someone may be typing there.
 */
function useFolding({ draft, results }: CascadeConfigForm) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => {
    const ids = draft.levels.map(({ levelId }) => levelId);
    return new Set(ids.length > mostOpen ? ids : []);
  });
  const faulty = new Set([
    ...faultsOf(results).map(({ levelId }) => levelId),
    ...draft.levels.filter((level) => nameFaultOf(draft, level)).map(({ levelId }) => levelId),
  ]);
  const sound = [...folded].filter((levelId) => !faulty.has(levelId));
  if (sound.length < folded.size) setFolded(new Set(sound));
  /** Opens a level, which may be a new one, and folds the others where there are more than a few. */
  const openAlone = (levelId: string) => {
    const others = draft.levels.map((level) => level.levelId).filter((id) => id !== levelId);
    setFolded(new Set(others.length >= mostOpen ? others : sound.filter((id) => id !== levelId)));
  };
  const foldingOf = ({ levelId }: LevelDraft) => {
    const isFolded = sound.includes(levelId);
    const fold = () => (isFolded ? openAlone(levelId) : setFolded(new Set([...sound, levelId])));
    const canFold = draft.levels.length > 1 && !faulty.has(levelId);
    return { isFolded, onFold: canFold ? fold : undefined };
  };
  return { foldingOf, openAlone };
}

/** By level, as a list of one name, or of none where a level has no usable name yet. */
function knownNames(draft: CascadeDraft): string[][] {
  return settleNames(draft).levels.map(({ knownAs }) => (knownAs === '' ? [] : [knownAs]));
}
