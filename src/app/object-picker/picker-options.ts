import type { Formats } from '../object-display/formats';
import { attributeText } from '../object-display/present-value';
import { objectKey } from '../objects/object-id';
import type { ShownAttribute, ShownObject } from '../objects/objects-contract';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { textMatch } from '../objects/text-match';
import type { PickedObject } from './picked-object';
import { chosenValues } from './select-report';

/** What the host's Select takes. */
export interface PickerOption {
  readonly label: string;
  readonly value: string;
}

interface OfferedObjects {
  readonly typedText: string;
  readonly objects: readonly ShownObject[];
  /** What had been typed when the service answered with them. */
  readonly answeredText: string;
}

/**
 * The options to offer while a typed text stands in the picker. The host hides every option whose
 * label and value do not contain the typed text, and cannot be told not to: so the value carries
 * that text behind the id. While an answer is on its way, the last one is narrowed to the labels that
 * match by the service's own rule: Enter must pick nothing that only an unsearched attribute matches.
 * @see docs/platform-assumptions.md, 8
 */
export function offeredOptions(
  { typedText, objects, answeredText }: OfferedObjects,
  picks: readonly StoredObject[],
  formats: Formats,
): PickerOption[] {
  const picked = new Set(picks.map(({ objectId }) => objectKey(objectId)));
  const matches = answeredText === typedText ? () => true : textMatch(typedText);
  return objects
    .filter(({ objectId, label }) => !picked.has(objectKey(objectId)) && matches(label))
    .map((object) => ({
      label: optionLabel(object, formats),
      value: `${object.objectId} ${typedText}`,
    }));
}

/** The options that show picks in the picker: attributes tell those of one name apart. */
export function pickOptions(picks: readonly PickedObject[], formats: Formats): PickerOption[] {
  const labels = picks.map(({ label }) => storedLabel(label));
  return picks.map(({ objectId, attributes }, index) => {
    const label = labels[index] ?? '';
    const isRepeated = labels.indexOf(label) !== labels.lastIndexOf(label);
    const texts = isRepeated ? attributes.map((one) => namedText(one, formats)) : [];
    return { label: [label, ...texts].join(' · '), value: objectId };
  });
}

/** The ids of what the Select reports as chosen. That of a pick may hold any text, also spaces. */
export function selectedIds(reported: unknown, picks: readonly StoredObject[]): string[] {
  const picked = new Set(picks.map(({ objectId }) => objectId));
  return chosenValues(reported).map((value) =>
    picked.has(value) ? value : (value.split(' ', 1)[0] ?? ''),
  );
}

/**
 * The label and, on a line of their own, the attributes with their names: the host draws an option
 * as one text, in which line breaks count as spaces.
 */
function optionLabel({ label, attributes }: ShownObject, formats: Formats): string {
  if (attributes.length === 0) return label;
  const texts = attributes.map((attribute) => namedText(attribute, formats));
  return label + endOfLine + texts.join(' · ');
}

/**
 * Ideographic spaces at the end of a line take no room, and the text goes on in the next one: as
 * many as fill a line of any picker.
 * @see https://www.w3.org/TR/css-text-3/#white-space-phase-2
 */
const endOfLine = '\u3000'.repeat(60);

function namedText(attribute: ShownAttribute, formats: Formats): string {
  return `${attribute.name}: ${storedLabel(attributeText(attribute, formats))}`;
}
