import ForgeReconciler, {
  HelperMessage,
  Label,
  Stack,
  RadioGroup,
  SectionMessage,
  Text,
} from '@forge/react';
import { useState } from 'react';
import {
  AttributesFields,
  Columns,
  ConfigurationScreen,
  FindingsNotice,
  type ConfigurationStart,
  PortalUseField,
  WorkspaceField,
  isGone,
} from '../field-configuration/configuration-screen';
import { configurationTexts as sharedTexts } from '../field-configuration/configuration-texts';
import { readImport, ConfigurationActions } from '../field-configuration/configuration-actions';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import { MatchCount, QueryField } from '../query-editor/query-field';
import { ObjectPicker, PickDetails } from '../object-picker/object-picker';
import type { PickedObject } from '../object-picker/picks';
import { type FindObjects, useObjectSearch } from '../object-picker/use-object-search';
import { exampleForType, attributesOf } from '../query-editor/vocabulary';
import { ChoiceField, LabelledField } from '../field-configuration/labelled-field';
import {
  objectConfigTexts as texts,
  draftOf,
  findIn,
  withWorkspace,
  useObjectConfigForm,
  verdictOfQuery,
  type ObjectConfigForm,
  withType,
  type ConfigurationDraft,
} from './use-config-form';
import { configuration, type Configuration, cardinality, type Cardinality } from './configuration';
import { TroubleNotice } from '../screen/loaded';
import { Section } from '../screen/section';

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
    <Stack space="space.300">
      <FindingsNotice findings={form.findings} />
      <Columns preview={<OfferPreview form={form} />}>
        <Section title={sharedTexts.offer}>
          <WorkspaceField
            choices={start.workspaces}
            workspaceId={draft.workspaceId}
            savedWorkspaceId={start.saved?.workspaceId}
            onChoose={(chosen) => setDraft((current) => withWorkspace(current, chosen))}
          />
          {draft.workspaceId !== undefined && types.notice}
          {types.choices && <OfferFields form={form} types={types.choices} start={start} />}
        </Section>
        {types.choices && <DisplayFields form={form} savedTypeId={start.saved?.typeId} />}
      </Columns>
      <ConfigurationActions
        prepared={prepared}
        check={async (asked) =>
          asked.query === '' ? { kind: 'works' } : verdictOfQuery(await check.checkNow(asked))
        }
        draft={draft}
        read={(text) => readImport(text, configuration, texts.importParts)}
        draftOf={draftOf}
        load={load}
      />
    </Stack>
  );
}

interface OfferFieldsProps {
  readonly form: ObjectConfigForm;
  readonly types: readonly TypeChoice[];
  readonly start: ConfigurationStart<Configuration>;
}

function OfferFields({ form, types, start }: OfferFieldsProps) {
  const { draft, setDraft, type, check, result } = form;
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
        onChange={(query) => setDraft((current) => ({ ...current, query }))}
      />
      <TroubleNotice {...check} connectReason={sharedTexts.connectReason} />
      <CardinalityField draft={draft} saved={start.saved?.cardinality} onChange={setDraft} />
    </>
  );
}

interface DisplayFieldsProps {
  readonly form: ObjectConfigForm;
  /** Undefined where nothing is saved yet. */
  readonly savedTypeId: string | undefined;
}

function DisplayFields({ form, savedTypeId }: DisplayFieldsProps) {
  const { draft, setDraft, type, result } = form;
  return (
    <>
      <Section title={sharedTexts.display}>
        <AttributesFields
          lists={draft}
          types={type ? [type] : []}
          isNew={savedTypeId !== draft.typeId}
          onChange={(lists) => setDraft((current) => ({ ...current, ...lists }))}
        />
      </Section>
      <PortalUseField
        offers={result?.kind === 'matches' ? [result.first] : []}
        chosen={draft.portal}
        onChoose={(portal) => setDraft((current) => ({ ...current, portal }))}
      />
    </>
  );
}

/** How many objects the query finds, in a picker as people will see it. */
function OfferPreview({ form }: { readonly form: ObjectConfigForm }) {
  const { draft, check, result } = form;
  const { isLoading } = check;
  if (!check.last || result?.kind !== 'matches') {
    return <HelperMessage>{isLoading ? texts.checking : texts.noPreview}</HelperMessage>;
  }
  return (
    <Stack space="space.100">
      {isLoading ? <Text>{texts.checking}</Text> : <MatchCount result={result} />}
      <TriedPicker
        key={JSON.stringify([check.last.source, draft.searchedAttributes, draft.cardinality])}
        find={findIn(
          { ...check.last.source, searchedAttributes: draft.searchedAttributes },
          result,
        )}
        isMultiple={draft.cardinality === 'many'}
      />
    </Stack>
  );
}

interface TriedPickerProps {
  readonly find: FindObjects;
  readonly isMultiple: boolean;
}

function TriedPicker({ find, isMultiple }: TriedPickerProps) {
  const search = useObjectSearch(find);
  const [picks, setPicks] = useState<readonly PickedObject[]>([]);
  return (
    <>
      <Label labelFor="preview">{texts.previewLabel}</Label>
      <ObjectPicker
        inputId="preview"
        search={search}
        picks={picks}
        isMultiple={isMultiple}
        onChange={setPicks}
      />
      <PickDetails picks={picks} areInPicker />
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
