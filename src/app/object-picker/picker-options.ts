import type { Formats } from '../object-display/formats';
import { isolated } from '../object-display/isolated';
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
  const offered = objects
    .filter(({ objectId, label }) => !picked.has(objectKey(objectId)) && matches(label))
    .map(({ objectId, label, attributes }) => {
      const details = attributes.map((attribute) => namedText(attribute, formats));
      return { objectId, label, details, key: [label, ...details].join('\n') };
    });
  const counts = countsOf(offered.map(({ key }) => key));
  return offered.map(({ objectId, label, details, key }) => {
    const isUnique = counts.get(key) === 1;
    return {
      label: twoLines(label, isUnique ? details : [...details, `ID: ${shortId(objectId)}`]),
      value: `${objectId} ${typedText}`,
    };
  });
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** As much of an id as tells objects apart that are the same in all else. */
function shortId(objectId: string): string {
  return objectId.slice(0, 8);
}

/**
 * The options that show picks in the picker. Those of one name are told apart by attributes that
 * aren't the same for all of them, the value first: a picker cuts what is long.
 */
export function pickOptions(picks: readonly PickedObject[], formats: Formats): PickerOption[] {
  return picks.map((pick) => {
    const label = storedLabel(pick.label);
    const twins = picks.filter((other) => other !== pick && storedLabel(other.label) === label);
    const telling = pick.attributes.filter((attribute) => {
      const text = attributeText(attribute, formats);
      return twins.some((twin) => textOn(twin, attribute.attributeId, formats) !== text);
    });
    const texts = telling.map((one) => `${isolated(attributeText(one, formats))} (${one.name})`);
    if (twins.length > 0 && telling.length === 0) texts.push(`${shortId(pick.objectId)} (ID)`);
    return { label: [label, ...texts].join(' · '), value: pick.objectId };
  });
}

function textOn({ attributes }: PickedObject, attributeId: string, formats: Formats) {
  const attribute = attributes.find((one) => one.attributeId === attributeId);
  return attribute && attributeText(attribute, formats);
}

/** The ids of what the Select reports as chosen. That of a pick may hold any text, also spaces. */
export function selectedIds(reported: unknown, picks: readonly StoredObject[]): string[] {
  const picked = new Set(picks.map(({ objectId }) => objectId));
  return chosenValues(reported).map((value) =>
    picked.has(value) ? value : (value.split(' ', 1)[0] ?? ''),
  );
}

/**
 * The label and, on a line of their own, what else is known: the host draws an option as one text,
 * in which line breaks count as spaces, also U+2028 and the other characters that mean one.
 */
function twoLines(label: string, details: readonly string[]): string {
  return details.length === 0 ? label : label + endOfLine + details.join(' · ');
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
