import ForgeReconciler, { Button, Heading, HelperMessage, Inline, Stack } from '@forge/react';
import { useState } from 'react';
import {
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { readImport } from '../field-configuration/read-import';
import { SaveBar, type Prepared } from '../field-configuration/save-bar';
import { Transfer } from '../field-configuration/transfer';
import { useTypes } from '../field-configuration/use-types';
import { isGone, WorkspaceField } from '../field-configuration/workspace-field';
import { CheckControl } from '../query-editor/query-field';
import { useLiveCheck } from '../query-editor/use-live-check';
import { attributesOfAll } from '../query-editor/vocabulary';
import {
  cascadeConfigurationOf,
  cascadeDraftOf,
  changeCascade,
  nameFaultOf,
  settleNames,
  triedLevels,
  type CascadeChange,
  type CascadeDraft,
} from './cascade-draft';
import { faultsOf, resultsOf, tryCascade, verdictOf } from './checked-levels';
import { configTexts as texts } from './config-texts';
import { cascadeConfiguration, maximumLevels, type CascadeConfiguration } from './configuration';
import { LevelCard } from './level-card';
import { levelNameTexts } from './level-name-texts';
import { Preview } from './preview';
import { valueChangesOf } from './value-changes';
import { ValueChangesNotice } from './value-changes-notice';

/** Where an admin configures one context of the cascade field. */
export function CascadeFieldConfig() {
  return (
    <ConfigurationScreen schema={cascadeConfiguration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<CascadeConfiguration>) {
  const { saved, workspaces, formats } = start;
  const form = useForm(start);
  const { draft, setDraft, change, types, check, results, prepared } = form;
  const isInTrouble = check.last !== undefined && check.last.reply.kind !== 'ok';
  return (
    <Stack space="space.200">
      <FindingsNotice findings={form.findings} />
      <WorkspaceField
        choices={workspaces}
        workspaceId={draft.workspaceId}
        savedWorkspaceId={saved?.workspaceId}
        formats={formats}
        onChoose={(workspaceId) => change({ kind: 'workspaceChosen', workspaceId })}
      />
      {draft.workspaceId !== undefined && !isInTrouble && types.notice}
      {draft.workspaceId !== undefined && <Levels form={form} />}
      {saved && <ValueChangesNotice changes={valueChangesOf(saved, draft)} formats={formats} />}
      {draft.workspaceId !== undefined && (
        <Preview
          source={check.last?.source}
          faultyLevelIds={new Set(faultsOf(results).map(({ levelId }) => levelId))}
          formats={formats}
        />
      )}
      <SaveBar
        prepared={prepared}
        check={async (asked) => verdictOf(asked, await check.checkNow(asked))}
      />
      <Transfer
        draft={draft}
        prepared={prepared}
        read={(text) => readImport(text, cascadeConfiguration, texts.importHints)}
        onImport={(configuration) => {
          const next = changeCascade(draft, { kind: 'imported', configuration });
          setDraft(next);
          return next;
        }}
      />
    </Stack>
  );
}

function Levels({ form }: { form: Form }) {
  const { draft, change, types, source, check, results } = form;
  const attributes = attributesOfAll(types.choices ?? []);
  const typeNames = (types.choices ?? []).map(({ name }) => name);
  const names = knownNames(draft);
  const [moved, setMoved] = useState<CascadeChange & { kind: 'levelMoved' }>();
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
        <CheckControl
          reply={check.last?.reply}
          isChecking={check.isChecking}
          onCheck={() => source && void check.checkNow(source)}
        />
        {draft.levels.length >= maximumLevels && <HelperMessage>{texts.levelsFull}</HelperMessage>}
      </Inline>
    </Stack>
  );
}

type Form = ReturnType<typeof useForm>;

/** What is on the screen, and what is known of it. */
function useForm({ saved, workspaces }: ConfigurationStart<CascadeConfiguration>) {
  const [draft, setDraft] = useState(() => cascadeDraftOf(saved, crypto.randomUUID()));
  const change = (made: CascadeChange) => setDraft((current) => changeCascade(current, made));
  const { workspaceId } = draft;
  const isWorkspaceGone = isGone(workspaces, workspaceId);
  const types = useTypes(isWorkspaceGone ? undefined : workspaceId);
  const isCheckable = workspaceId !== undefined && !isWorkspaceGone;
  const source = isCheckable ? { workspaceId, levels: triedLevels(draft) } : undefined;
  const check = useLiveCheck(source, tryCascade);
  const results = check.last ? resultsOf(check.last.source, check.last.reply) : [];

  const isAsSaved = JSON.stringify(cascadeConfigurationOf(draft)) === JSON.stringify(saved);
  const findings = [
    ...(isWorkspaceGone ? [sharedTexts.workspaceGone] : []),
    ...(isAsSaved ? faultsOf(results).map(({ name }) => texts.levelQueryFails(name)) : []),
  ];
  const prepared = prepare(draft, isWorkspaceGone);
  return { draft, setDraft, change, types, source, check, results, findings, prepared };
}

function prepare(draft: CascadeDraft, isWorkspaceGone: boolean): Prepared<CascadeConfiguration> {
  const configuration = cascadeConfigurationOf(draft);
  if (!configuration || isWorkspaceGone) {
    return { kind: 'refused', reason: sharedTexts.chooseWorkspace };
  }
  for (const [index, level] of draft.levels.entries()) {
    const fault = nameFaultOf(draft, level);
    if (!fault) continue;
    const place = texts.levelNumber(index + 1);
    return { kind: 'refused', reason: texts.badName(place, levelNameTexts[fault]) };
  }
  return { kind: 'ready', configuration };
}

/** By level, as a list of one name, or of none where a level has no usable name yet. */
function knownNames(draft: CascadeDraft): string[][] {
  return settleNames(draft).levels.map(({ knownAs }) => (knownAs === '' ? [] : [knownAs]));
}

ForgeReconciler.render(<CascadeFieldConfig />);
