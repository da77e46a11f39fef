import ForgeReconciler, { Stack, List, ListItem, SectionMessage, Text } from '@forge/react';
import {
  AttributesField,
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
  PortalUseField,
  WorkspaceField,
  IssueCount,
} from '../field-configuration/configuration-screen';
import { attributeLists } from '../field-configuration/configured-attributes';
import { readImport, SaveBar, Transfer } from '../field-configuration/save-bar';
import type { Formats } from '../object-display/formats';
import { changeCascade, valueChangesOf, type ValueChange } from './cascade-draft';
import { faultsOf, verdictOfLevels, useCascadeConfigForm } from './use-config-form';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import { cascadeConfiguration, type CascadeConfiguration } from './configuration';
import { Levels } from './levels';
import { Preview } from './preview';

/** Where an admin configures one context of the cascade field. */
function CascadeFieldConfig() {
  return (
    <ConfigurationScreen schema={cascadeConfiguration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<CascadeConfiguration>) {
  const { saved, workspaces, formats } = start;
  const form = useCascadeConfigForm(start);
  const { draft, load, change, types, check, results, prepared } = form;
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
      {draft.workspaceId !== undefined && <Levels form={form} formats={formats} />}
      {saved && <ValueChangesNotice changes={valueChangesOf(saved, draft)} formats={formats} />}
      {draft.workspaceId !== undefined && (
        <Preview
          source={check.last?.source}
          lists={form.lists}
          faultyLevelIds={new Set(faultsOf(results).map(({ levelId }) => levelId))}
          formats={formats}
        />
      )}
      {types.choices &&
        attributeLists.map((list) => (
          <AttributesField
            key={list}
            list={list}
            lists={draft}
            types={types.choices ?? []}
            onChange={(lists) => change({ kind: 'attributesChosen', lists })}
          />
        ))}
      {draft.workspaceId !== undefined && (
        <PortalUseField
          chosen={draft.portal}
          onChoose={(portal) => change({ kind: 'portalUseChosen', portal })}
        />
      )}
      <SaveBar
        prepared={prepared}
        check={async (asked) => verdictOfLevels(asked, await check.checkNow(asked))}
      />
      <Transfer
        draft={draft}
        prepared={prepared}
        read={(text) => readImport(text, cascadeConfiguration, texts.importParts)}
        onImport={(configuration) => {
          const next = changeCascade(draft, { kind: 'imported', configuration });
          load(next);
          return next;
        }}
      />
    </Stack>
  );
}

/** Says what a changed configuration does to values that issues hold already. */
function ValueChangesNotice({
  changes,
  formats,
}: {
  changes: readonly ValueChange[];
  formats: Formats;
}) {
  if (changes.length === 0) return null;
  return (
    <SectionMessage title={texts.changesTitle}>
      <List type="unordered">
        {changes.map((valueChange) => (
          <ListItem key={valueChange.kind}>
            <Text>{changeText(valueChange)}</Text>
          </ListItem>
        ))}
      </List>
      <IssueCount formats={formats} />
    </SectionMessage>
  );
}

function changeText(valueChange: ValueChange): string {
  switch (valueChange.kind) {
    case 'levelsRemoved':
      return texts.levelsRemoved(listNames(valueChange.names));
    case 'lastLevelChanged':
      return texts.lastLevelChanged(valueChange.from, valueChange.to);
    case 'orderChanged':
      return texts.orderChanged;
    case 'nowSingle':
      return texts.nowSingle(listNames(valueChange.names));
  }
}

ForgeReconciler.render(<CascadeFieldConfig />);
