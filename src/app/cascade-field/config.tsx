import ForgeReconciler, { Stack } from '@forge/react';
import { AttributesField } from '../field-configuration/attributes-field';
import {
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
} from '../field-configuration/configuration-screen';
import { attributeLists } from '../field-configuration/configured-attributes';
import { PortalUseField } from '../field-configuration/portal-use-field';
import { readImport } from '../field-configuration/read-import';
import { SaveBar } from '../field-configuration/save-bar';
import { Transfer } from '../field-configuration/transfer';
import { WorkspaceField } from '../field-configuration/workspace-field';
import { changeCascade } from './cascade-draft';
import { faultsOf, verdictOfLevels } from './checked-levels';
import { cascadeConfigTexts as texts } from './config-texts';
import { cascadeConfiguration, type CascadeConfiguration } from './configuration';
import { Levels } from './levels';
import { Preview } from './preview';
import { useCascadeConfigForm } from './use-config-form';
import { valueChangesOf } from './value-changes';
import { ValueChangesNotice } from './value-changes-notice';

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

ForgeReconciler.render(<CascadeFieldConfig />);
