import { RadioGroup, SectionMessage, Select, Text } from '@forge/react';
import { ChoiceField, LabelledField, optionOf } from '../field-configuration/labelled-field';
import type { TypeChoice } from '../field-configuration/replies';
import { isGone } from '../field-configuration/workspace-field';
import { chosenValues } from '../object-picker/select-report';
import { configTexts as texts } from './config-texts';
import { cardinality, maximumAttributes, type Cardinality } from './configuration';
import {
  attributesFor,
  withAttributes,
  withType,
  type AttributeList,
  type ConfigurationDraft,
} from './configuration-draft';

interface ChoiceProps {
  readonly draft: ConfigurationDraft;
  readonly onChange: (draft: ConfigurationDraft) => void;
}

export function TypeField({
  draft,
  choices,
  onChange,
}: ChoiceProps & { choices: readonly TypeChoice[] }) {
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

interface AttributesFieldProps extends ChoiceProps {
  readonly list: AttributeList;
  readonly type: TypeChoice | undefined;
}

export function AttributesField({ draft, list, type, onChange }: AttributesFieldProps) {
  const isFull = draft[list].length >= maximumAttributes;
  const chosen = draft[list].map(({ attributeId, name }) => ({ id: attributeId, name }));
  const choices = attributesFor(list, type);
  const offered = [...chosen, ...choices];
  return (
    <LabelledField
      id={list}
      label={texts.attributesLabel[list]}
      help={isFull ? texts.attributesFull : texts.attributesHelp[list]}
    >
      <Select
        inputId={list}
        testId={list}
        isMulti
        isSearchable
        placeholder={texts.attributesPlaceholder}
        options={isFull ? [] : choices.map(optionOf)}
        value={chosen.map(optionOf)}
        onChange={(reported) => {
          const attributes = chosenValues(reported).flatMap((attributeId) => {
            const found = offered.find(({ id }) => id === attributeId);
            return found ? [{ attributeId, name: found.name }] : [];
          });
          onChange(withAttributes(draft, list, attributes));
        }}
      />
    </LabelledField>
  );
}

/** One object or several, and what a change means for existing values. */
export function CardinalityField({
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
