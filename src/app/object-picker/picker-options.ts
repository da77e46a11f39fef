import { wordsOf } from '../../query';
import type { Formats } from '../object-display/formats';
import { attributeText } from '../object-display/present-value';
import { objectKey } from '../objects/object-id';
import type { ShownObject } from '../objects/replies';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { chosenValues } from './select-report';

/** What the host's Select takes. */
interface PickerOption {
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
 * that text behind the id. While an answer is on its way, the last one is narrowed by the service's
 * own rule.
 * @see docs/platform-assumptions.md, 8
 */
export function offeredOptions(
  { typedText, objects, answeredText }: OfferedObjects,
  picks: readonly StoredObject[],
  formats: Formats,
): PickerOption[] {
  const picked = new Set(picks.map(({ objectId }) => objectKey(objectId)));
  const matches = answeredText === typedText ? () => true : labelMatch(typedText);
  return objects
    .filter(({ objectId, label }) => !picked.has(objectKey(objectId)) && matches(label))
    .map((object) => ({
      label: optionLabel(object, formats),
      value: `${object.objectId} ${typedText}`,
    }));
}

/** The option that shows a pick in the picker. */
export function pickOption({ objectId, label }: StoredObject): PickerOption {
  return { label: storedLabel(label), value: objectId };
}

/** The ids of what the Select reports as chosen. That of a pick may hold any text, also spaces. */
export function selectedIds(reported: unknown, picks: readonly StoredObject[]): string[] {
  const picked = new Set(picks.map(({ objectId }) => objectId));
  return chosenValues(reported).map((value) =>
    picked.has(value) ? value : (value.split(' ', 1)[0] ?? ''),
  );
}

/** Attributes tell objects of one name apart. */
function optionLabel({ label, attributes }: ShownObject, formats: Formats): string {
  const texts = attributes.map((attribute) => storedLabel(attributeText(attribute, formats)));
  return [label, ...texts].join(' · ');
}

/** Every typed word begins a word of the label, in any order. */
function labelMatch(typedText: string): (label: string) => boolean {
  const typedWords = wordsOf(typedText);
  return (label) => {
    const labelWords = wordsOf(label);
    return typedWords.every((typed) => labelWords.some((word) => word.startsWith(typed)));
  };
}
