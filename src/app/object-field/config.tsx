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
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import { SaveBar } from '../field-configuration/save-bar';
import { Transfer } from '../field-configuration/transfer';
import { WorkspaceField } from '../field-configuration/workspace-field';
import { CheckTrouble } from '../query-editor/check-trouble';
import { exampleForType } from '../query-editor/example-query';
import { QueryField } from '../query-editor/query-field';
import { attributesOf } from '../query-editor/vocabulary';
import { CardinalityField, TypeField } from './config-choices';
import { objectConfigTexts as texts } from './config-texts';
import { configuration, type Configuration } from './configuration';
import { draftOf, withWorkspace } from './configuration-draft';
import { useObjectConfigForm, verdictOfQuery, type ObjectConfigForm } from './use-config-form';

/** Where an admin configures one context of the object field. */
function ObjectFieldConfig() {
  return (
    <ConfigurationScreen schema={configuration}>
      {(start) => <ConfigurationForm {...start} />}
    </ConfigurationScreen>
  );
}

function ConfigurationForm(start: ConfigurationStart<Configuration>) {
  const form = useObjectConfigForm(start);
  const { draft, setDraft, load, types, prepared, check } = form;
  return (
    <Stack space="space.200">
      <FindingsNotice findings={form.findings} />
      <WorkspaceField
        choices={start.workspaces}
        workspaceId={draft.workspaceId}
        savedWorkspaceId={start.saved?.workspaceId}
        formats={start.formats}
        onChoose={(chosen) => setDraft((current) => withWorkspace(current, chosen))}
      />
      {draft.workspaceId !== undefined && types.notice}
      {types.choices && <WorkspaceBoundFields form={form} types={types.choices} start={start} />}
      <SaveBar
        prepared={prepared}
        check={async (asked) =>
          asked.query === '' ? { kind: 'works' } : verdictOfQuery(await check.checkNow(asked))
        }
      />
      <Transfer
        draft={draft}
        prepared={prepared}
        read={(text) => readImport(text, configuration, texts.importParts)}
        onImport={(imported) => {
          const next = draftOf(imported);
          load(next);
          return next;
        }}
      />
    </Stack>
  );
}

interface WorkspaceBoundFieldsProps {
  readonly form: ObjectConfigForm;
  readonly types: readonly TypeChoice[];
  readonly start: ConfigurationStart<Configuration>;
}

function WorkspaceBoundFields({ form, types, start }: WorkspaceBoundFieldsProps) {
  const { draft, setDraft, type, source, check, result } = form;
  const onCheck = () => source && void check.checkNow(source);
  return (
    <>
      <TypeField draft={draft} choices={types} onChange={setDraft} />
      <QueryField
        id="query"
        label={texts.queryLabel}
        help={texts.queryHelp(exampleForType(attributesOf(type)))}
        workspaceId={draft.workspaceId}
        query={draft.query}
        vocabulary={{ attributes: attributesOf(type), typeNames: [], earlierLevels: [] }}
        result={result}
        formats={start.formats}
        isChecking={check.isChecking}
        onChange={(query) => setDraft((current) => ({ ...current, query }))}
        onCheck={onCheck}
      />
      <CheckTrouble reply={check.last?.reply} isChecking={check.isChecking} onCheck={onCheck} />
      {attributeLists.map((list) => (
        <AttributesField
          key={list}
          list={list}
          lists={draft}
          types={type ? [type] : []}
          onChange={(lists) => setDraft((current) => ({ ...current, ...lists }))}
        />
      ))}
      <CardinalityField draft={draft} saved={start.saved?.cardinality} onChange={setDraft} />
      <PortalUseField
        chosen={draft.portal}
        onChoose={(portal) => setDraft((current) => ({ ...current, portal }))}
      />
    </>
  );
}

ForgeReconciler.render(<ObjectFieldConfig />);
