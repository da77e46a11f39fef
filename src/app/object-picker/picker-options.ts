import * as z from 'zod/mini';
import { type Formats, isolated } from '../object-display/formats';
import { attributeText, shortPart } from '../object-display/present-value';
import { objectKey } from '../objects/object-id';
import type { ShownAttribute, ShownObject } from '../objects/objects-contract';
import { storedLabel, withoutRepeats, type StoredObject } from '../objects/stored-value';
import { textMatch } from '../objects/text-match';
import type { PickedObject } from './picked-object';
import { beginningOf } from './picker-texts';

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
 * that text on a line behind the id, since an id may hold spaces. While an answer is on its way, the
 * last one is narrowed to the labels that match by the service's own rule: Enter must pick nothing
 * that only an unsearched attribute matches.
 * @see docs/platform-assumptions.md, 8
 */
export function offeredOptions(
  { typedText, objects, answeredText }: OfferedObjects,
  picks: readonly StoredObject[],
  formats: Formats,
): PickerOption[] {
  const picked = new Set(picks.map(({ objectId }) => objectKey(objectId)));
  const matches = answeredText === typedText ? () => true : textMatch(typedText);
  return tellTwinsApart(objects, formats)
    .filter(({ objectId, label }) => !picked.has(objectKey(objectId)) && matches(label))
    .map(({ objectId, label, attributes }) => ({
      label: [label, ...detailsOf(attributes, formats)].join(' · '),
      value: `${objectId}\n${typedText}`,
    }));
}

/** With what was picked on this screen before all else, the newest first, where nothing is typed. */
export function recentFirst<Search extends OfferedObjects>(
  search: Search,
  recent: readonly ShownObject[],
): Search {
  if (search.typedText !== '') return search;
  return { ...search, objects: withoutRepeats([...recent, ...search.objects]) };
}

/** Objects that look the same get the beginning of their id as one more attribute. */
export function tellTwinsApart(objects: readonly ShownObject[], formats: Formats): ShownObject[] {
  const keys = looksOf(objects, formats);
  const counts = countsOf(keys);
  return objects.map((object, index) =>
    counts.get(keys[index] ?? '') === 1
      ? object
      : { ...object, attributes: [...object.attributes, idAttribute(object.objectId)] },
  );
}

/** Whether some look the same. */
export function hasTwins(objects: readonly ShownObject[], formats: Formats): boolean {
  return new Set(looksOf(objects, formats)).size < objects.length;
}

function looksOf(objects: readonly ShownObject[], formats: Formats): string[] {
  return objects.map(({ label, attributes }) =>
    [label, ...detailsOf(attributes, formats)].join('\n'),
  );
}

/** How often each is there. */
export function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What stands among the attributes of an object that nothing else tells from another. */
export function idAttribute(objectId: string): ShownAttribute {
  return { attributeId: 'ID', name: 'ID', values: [{ value: shortId(objectId) }] };
}

/** As much of an id as tells objects apart that are the same in all else. */
function shortId(objectId: string): string {
  return `${objectId.slice(0, 8)} (ID)`;
}

/**
 * The options that show picks in the picker. Options with the same label differ by their values alone: a
 * picker cuts what is long, and the names of the attributes stand below it.
 */
export function pickOptions(picks: readonly PickedObject[], formats: Formats): PickerOption[] {
  const labels = picks.map(({ label }) => storedLabel(label));
  const differences = new Map(
    [...new Set(labels)].flatMap((label) => {
      const twins = picks.filter((_, index) => labels[index] === label);
      return twins.length > 1 ? differencesOf(twins, formats) : [];
    }),
  );
  return picks.map((pick, index) => {
    const label = labels[index] ?? '';
    const difference = differences.get(pick) ?? '';
    return {
      label: difference === '' ? label : `${beginningBefore(difference, label)} · ${difference}`,
      value: pick.objectId,
    };
  });
}

/**
 * Pairs of a pick and what tells it apart from its twins: the value of the first attribute in which
 * all of them differ, else the values of those in which some do. Else the beginning of its id.
 */
function differencesOf(
  twins: readonly PickedObject[],
  formats: Formats,
): (readonly [PickedObject, string])[] {
  const attributeIds = twins.flatMap(({ attributes }) =>
    attributes.map(({ attributeId }) => attributeId),
  );
  const columns = [...new Set(attributeIds)].map((attributeId) =>
    twins.map((twin) => textOn(twin, attributeId, formats)),
  );
  const best = columns.find((column) => new Set(column).size === twins.length);
  const telling = best ? [best] : columns.filter((column) => new Set(column).size > 1);
  const texts = twins.map((_, index) =>
    telling.flatMap((column) => column[index] ?? []).join(' · '),
  );
  const counts = countsOf(texts);
  return twins.map((twin, index) => {
    const text = texts[index] ?? '';
    return [twin, counts.get(text) === 1 ? text : shortId(twin.objectId)];
  });
}

function textOn({ attributes }: PickedObject, attributeId: string, formats: Formats) {
  const attribute = attributes.find((one) => one.attributeId === attributeId);
  return attribute && isolated(attributeText(attribute, formats));
}

/** In characters, of any font. The host cuts the tag of a pick that is wider than 180 pixels. */
const maximumTagLength = 20;
const minimumLabelLength = 7;

/** As much of a label as leaves room for a text behind it, and is recognized. */
function beginningBefore(text: string, label: string): string {
  return beginningOf(
    label,
    Math.max(minimumLabelLength, maximumTagLength - text.length - ' · '.length),
  );
}

/** The ids of what the Select reports as chosen. That of a pick is all of its value. */
export function selectedIds(reported: unknown, picks: readonly StoredObject[]): string[] {
  const picked = new Set(picks.map(({ objectId }) => objectId));
  return chosenValues(reported).map((value) =>
    picked.has(value) ? value : value.slice(0, value.lastIndexOf('\n')),
  );
}

/** What tells an object apart beside its label: a text for each attribute of which there is something to see. */
export function detailsOf(attributes: readonly ShownAttribute[], formats: Formats): string[] {
  return attributes.flatMap((attribute) => shortPart(attribute, formats)?.text ?? []);
}

const option = z.object({ value: z.string() });
const report = z.union([z.array(option), z.nullable(option)]);

/**
 * The values of what the host's Select reports as chosen: one option, a list of them, or null.
 * Empty for null, and for anything else that the host may report.
 */
export function chosenValues(reported: unknown): string[] {
  const chosen = report.safeParse(reported).data ?? [];
  return (Array.isArray(chosen) ? chosen : [chosen]).map(({ value }) => value);
}
