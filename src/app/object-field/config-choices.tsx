import { RadioGroup, SectionMessage, Text } from '@forge/react';
import { ChoiceField, LabelledField } from '../field-configuration/labelled-field';
import type { TypeChoice } from '../field-configuration/field-configuration-contract';
import { isGone } from '../field-configuration/workspace-field';
import { objectConfigTexts as texts } from './config-texts';
import { cardinality, type Cardinality } from './configuration';
import { withType, type ConfigurationDraft } from './configuration-draft';

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
