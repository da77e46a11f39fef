import ForgeReconciler, { Stack, RadioGroup, SectionMessage, Text } from '@forge/react';
import {
  AttributesField,
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
  PortalUseField,
  WorkspaceField,
  isGone,
} from '../field-configuration/configuration-screen';
import { attributeLists } from '../field-configuration/configured-attributes';
import { readImport, SaveBar, Transfer } from '../field-configuration/save-bar';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import { CheckTrouble, QueryField } from '../query-editor/query-field';
import { exampleForType, attributesOf } from '../query-editor/vocabulary';
import { ChoiceField, LabelledField } from '../field-configuration/labelled-field';
import {
  objectConfigTexts as texts,
  draftOf,
  withWorkspace,
  useObjectConfigForm,
  verdictOfQuery,
  type ObjectConfigForm,
  withType,
  type ConfigurationDraft,
} from './use-config-form';
import { configuration, type Configuration, cardinality, type Cardinality } from './configuration';

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

interface ChoiceProps {
  readonly draft: ConfigurationDraft;
  readonly onChange: (draft: ConfigurationDraft) => void;
}

function TypeField({ draft, choices, onChange }: ChoiceProps & { choices: readonly TypeChoice[] }) {
  return (
    <ChoiceField
      id="type"
      label={texts.typeLabel}
      help={choices.length === 0 ? texts.noTypes : undefined}
      error={isGone(choices, draft.typeId) ? texts.notAmongTypes : undefined}
      placeholder={texts.typePlaceholder}
      choices={choices}
      chosenId={draft.typeId}
      onChoose={(typeId) => onChange(withType(draft, typeId))}
    />
  );
}

/** One object or several, and what a change means for existing values. */
function CardinalityField({
  draft,
  saved,
  onChange,
}: ChoiceProps & { saved: Cardinality | undefined }) {
  return (
    <>
      <LabelledField id="cardinality" label={texts.cardinalityLabel} help={texts.cardinalityHelp}>
        <RadioGroup
          name="cardinality"
          testId="cardinality"
          value={draft.cardinality}
          options={[
            { name: 'cardinality', value: 'one', label: texts.one },
            { name: 'cardinality', value: 'many', label: texts.many },
          ]}
          onChange={({ target }) => {
            const chosen = cardinality.safeParse(target.value);
            if (chosen.success) onChange({ ...draft, cardinality: chosen.data });
          }}
        />
      </LabelledField>
      {saved !== undefined && saved !== draft.cardinality && (
        <SectionMessage>
          <Text>{draft.cardinality === 'one' ? texts.nowOne : texts.nowMany}</Text>
        </SectionMessage>
      )}
    </>
  );
}

ForgeReconciler.render(<ObjectFieldConfig />);
