import { HelperMessage, Label, RadioGroup, Select, Stack, Text } from '@forge/react';
import { configTexts as texts } from './config-texts';
import {
  missingAttributes,
  withAttributes,
  withType,
  withWorkspace,
  type ConfigurationDraft,
} from './configuration-draft';
import { cardinality, maximumShownAttributes } from './configuration';
import type { TypeChoice, WorkspaceChoice } from '../field-configuration/replies';
import { chosenValues } from '../object-picker/select-report';

interface ChoiceProps {
  readonly draft: ConfigurationDraft;
  readonly onChange: (draft: ConfigurationDraft) => void;
}

export function WorkspaceSelect({
  draft,
  choices,
  isSavedElsewhere,
  onChange,
}: ChoiceProps & { choices: readonly WorkspaceChoice[]; isSavedElsewhere: boolean }) {
  const isGone =
    draft.workspaceId !== undefined && !choices.some(({ id }) => id === draft.workspaceId);
  return (
    <Stack space="space.050">
      <Label labelFor="workspace">{texts.workspaceLabel}</Label>
      <Select
        inputId="workspace"
        testId="workspace"
        isSearchable
        placeholder={texts.workspacePlaceholder}
        isInvalid={isGone}
        options={choices.map(optionOf)}
        value={chosenOption(choices, draft.workspaceId)}
        onChange={(reported) => {
          const [workspaceId] = chosenValues(reported);
          if (workspaceId !== undefined) onChange(withWorkspace(draft, workspaceId));
        }}
      />
      <HelperMessage>
        {choices.length === 0 ? texts.noWorkspaces : texts.workspaceHelp}
      </HelperMessage>
      {isGone && <Text color="color.text.warning">{texts.workspaceGone}</Text>}
      {isSavedElsewhere && <Text color="color.text.warning">{texts.workspaceChange}</Text>}
    </Stack>
  );
}

export function TypeSelect({
  draft,
  choices,
  onChange,
}: ChoiceProps & { choices: readonly TypeChoice[] }) {
  const isGone = draft.typeId !== undefined && !choices.some(({ id }) => id === draft.typeId);
  return (
    <Stack space="space.050">
      <Label labelFor="type">{texts.typeLabel}</Label>
      <Select
        inputId="type"
        testId="type"
        isSearchable
        placeholder={texts.typePlaceholder}
        isInvalid={isGone}
        options={choices.map(optionOf)}
        value={chosenOption(choices, draft.typeId)}
        onChange={(reported) => {
          const [typeId] = chosenValues(reported);
          if (typeId !== undefined) onChange(withType(draft, typeId));
        }}
      />
      {choices.length === 0 && <HelperMessage>{texts.noTypes}</HelperMessage>}
      {isGone && <Text color="color.text.warning">{texts.typeGone}</Text>}
    </Stack>
  );
}

export function AttributesSelect({
  draft,
  type,
  onChange,
}: ChoiceProps & { type: TypeChoice | undefined }) {
  const isFull = draft.attributes.length >= maximumShownAttributes;
  const missing = missingAttributes(draft, type);
  const chosen = draft.attributes.map(({ attributeId, name }) => ({ id: attributeId, name }));
  const offered = type?.attributes.filter(({ isLabel }) => !isLabel) ?? [];
  const known = [
    ...(type?.attributes ?? []),
    ...draft.attributes.map(({ attributeId, ...more }) => ({ id: attributeId, ...more })),
  ];
  return (
    <Stack space="space.050">
      <Label labelFor="attributes">{texts.attributesLabel}</Label>
      <Select
        inputId="attributes"
        testId="attributes"
        isMulti
        isSearchable
        placeholder={texts.attributesPlaceholder}
        options={isFull ? [] : offered.map(optionOf)}
        value={chosen.map(optionOf)}
        onChange={(reported) => {
          const attributes = chosenValues(reported).flatMap((attributeId) => {
            const found = known.find(({ id }) => id === attributeId);
            if (!found) return [];
            const { name, attributeTypeCode } = found;
            return [{ attributeId, name, attributeTypeCode }];
          });
          onChange(withAttributes(draft, attributes));
        }}
      />
      <HelperMessage>{isFull ? texts.attributesFull : texts.attributesHelp}</HelperMessage>
      {missing.length > 0 && (
        <Text color="color.text.warning">
          {texts.attributesGone(missing.map(({ name }) => name).join(', '))}
        </Text>
      )}
    </Stack>
  );
}

export function CardinalityChoice({ draft, onChange }: ChoiceProps) {
  return (
    <Stack space="space.050">
      <Label labelFor="cardinality">{texts.cardinalityLabel}</Label>
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
      <HelperMessage>{texts.cardinalityHelp}</HelperMessage>
    </Stack>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

function optionOf({ id, name }: Choice) {
  return { label: name, value: id };
}

function chosenOption(choices: readonly Choice[], id: string | undefined) {
  const chosen = choices.find((choice) => choice.id === id);
  return chosen ? optionOf(chosen) : null;
}
