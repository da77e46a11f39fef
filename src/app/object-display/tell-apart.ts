import type { ShownAttribute, ShownObject } from '../objects/objects-contract';
import { storedLabel } from '../objects/stored-value';
import { type Formats, isolated } from './formats';
import { attributeText, shortPart } from './present-value';

/** An object in a list from which a person chooses, or in which they recognize it. */
export interface ListedObject extends ShownObject {
  /** What the list says of it behind its attributes; absent for what the service has found. */
  readonly notes?: readonly string[];
}

/** What tells an object apart beside its label: a text for each attribute of which there is something to see, and the notes. */
export function detailsOf(
  object: Pick<ListedObject, 'attributes' | 'notes'>,
  formats: Formats,
): string[] {
  const parts = object.attributes.flatMap((attribute) => shortPart(attribute, formats)?.text ?? []);
  return [...parts, ...notesOf(object)];
}

function notesOf({ notes = [] }: Pick<ListedObject, 'notes'>): string[] {
  return notes.map((note) => isolated(storedLabel(note)));
}

/** Objects that look the same get the beginning of their id as one more attribute. */
export function tellTwinsApart(objects: readonly ListedObject[], formats: Formats): ListedObject[] {
  const keys = looksOf(objects, formats);
  const counts = countsOf(keys);
  return objects.map((object, index) =>
    counts.get(keys[index] ?? '') === 1
      ? object
      : { ...object, attributes: [...object.attributes, idAttribute(object.objectId)] },
  );
}

/** Whether some look the same. */
export function hasTwins(objects: readonly ListedObject[], formats: Formats): boolean {
  return new Set(looksOf(objects, formats)).size < objects.length;
}

function looksOf(objects: readonly ListedObject[], formats: Formats): string[] {
  return objects.map((object) => [object.label, ...detailsOf(object, formats)].join('\n'));
}

/** How often each is there. */
export function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What stands among the attributes of an object that nothing else tells from another. */
export function idAttribute(objectId: string): ShownAttribute {
  return { attributeId: 'ID', name: 'ID', values: [{ value: `${shortId(objectId)} (ID)` }] };
}

/** As much of an id as tells objects apart that are the same in all else. */
function shortId(objectId: string): string {
  return objectId.slice(0, 8);
}

/**
 * Pairs of an object and what tells it apart from those with its label: the value of the first attribute in which
 * all of them differ, else the values of those in which some do. Else the beginning of its id.
 */
export function differencesOf<Twin extends ListedObject>(
  twins: readonly Twin[],
  formats: Formats,
): (readonly [Twin, string])[] {
  const attributeIds = twins.flatMap(({ attributes }) =>
    attributes.map(({ attributeId }) => attributeId),
  );
  const columns = [
    ...[...new Set(attributeIds)].map((attributeId) =>
      twins.map((twin) => textOn(twin, attributeId, formats)),
    ),
    twins.map((twin) => notesOf(twin).join(' · ')),
  ];
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

function textOn({ attributes }: ListedObject, attributeId: string, formats: Formats) {
  const attribute = attributes.find((one) => one.attributeId === attributeId);
  return attribute && isolated(attributeText(attribute, formats));
}
