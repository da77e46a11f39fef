import { Select } from '@forge/react';
import { chosenValues } from '../object-picker/select-report';
import {
  attributesFor,
  maximumAttributes,
  type AttributeList,
  type AttributeLists,
} from './configured-attributes';
import { configurationTexts as texts } from './configuration-texts';
import { LabelledField, optionOf } from './labelled-field';
import type { TypeChoice } from './field-configuration-contract';

interface AttributesFieldProps {
  readonly list: AttributeList;
  readonly lists: AttributeLists;
  /** With several, each attribute is offered with the name of its type. */
  readonly types: readonly TypeChoice[];
  readonly onChange: (lists: Partial<AttributeLists>) => void;
}

/** Up to three attributes, which the pickers show or search. */
export function AttributesField({ list, lists, types, onChange }: AttributesFieldProps) {
  const isFull = lists[list].length >= maximumAttributes;
  const chosen = lists[list].map(({ attributeId: id, name }) => ({ id, name }));
  const choices = types.flatMap((type) =>
    attributesFor(list, type).map(({ id, name }) => {
      const label = types.length > 1 ? `${name} (${type.name})` : name;
      return { id, name, label };
    }),
  );
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
        options={isFull ? [] : choices.map(({ id, label }) => optionOf({ id, name: label }))}
        value={chosen.map(optionOf)}
        onChange={(reported) => {
          const attributes = chosenValues(reported).flatMap((attributeId) => {
            const found = offered.find(({ id }) => id === attributeId);
            return found ? [{ attributeId, name: found.name }] : [];
          });
          onChange({ [list]: attributes.slice(0, maximumAttributes) });
        }}
      />
    </LabelledField>
  );
}
