import type { Client } from '../../api/client';
import { firstLine, isObjectId, withoutRepeats } from '../objects/stored-value';
import {
  type ShownAttribute,
  type ShownDetails,
  type ShownObject,
  type ShownValue,
  maximumFoundObjects,
  typesWrittenByReader,
} from '../objects/objects-contract';
import {
  type SearchedObjects,
  searchObjects,
  type NamedAttribute,
  withoutQuery,
} from '../objects/find-objects';
import { typedMatch } from '../../query';
import type { OpenField } from './portal-answers';
import type {
  PortalAttribute,
  PortalDetails,
  PortalObject,
  PortalObjects,
} from './portal-contract';

interface ConfiguredAttributes {
  readonly attributes?: readonly NamedAttribute[] | undefined;
  readonly searchedAttributes?: readonly NamedAttribute[] | undefined;
}

/**
 * The attributes that an answer to someone on the portal may hold. No other one is searched, since a
 * match would tell what it holds.
 */
export function attributesOnPortal({
  configuration: { attributes: configured = [], searchedAttributes: searched = [] },
  shows,
}: Pick<OpenField<ConfiguredAttributes>, 'configuration' | 'shows'>) {
  const attributes = shows === 'attributes' ? configured : [];
  const shownIds = new Set(attributes.map(({ attributeId }) => attributeId));
  const searchedAttributes = searched.filter(({ attributeId }) => shownIds.has(attributeId));
  return { attributes, searchedAttributes };
}

interface ShownSource extends SearchedObjects {
  readonly searchedAttributes: readonly NamedAttribute[];
}

/**
 * The objects that match by their label or by an attribute that the portal shows. A search knows
 * attributes by name, so it also finds what another attribute of that name holds, of another type or
 * since this one was renamed: such objects are left out. If there are more matches than one answer has, their
 * number would tell what is hidden: then those of the labels alone are added and counted, by one more call.
 * @throws {Problem} PORTAL_LIMIT
 * @throws {ServiceError}
 */
export async function searchShown(
  client: Client,
  source: ShownSource,
  typedText: string,
): Promise<PortalObjects> {
  const found = withoutQuery(await searchObjects(client, source, typedText));
  const all = found.objects.map(portalObject);
  const { searchedNames } = found;
  if (!searchedNames || typedText.trim() === '') return { ...found, objects: all };
  const objects = all.filter(matchedByShown(typedText, searchedNames));
  if (found.total <= found.objects.length) return { ...found, objects, total: objects.length };
  const labelled = await searchObjects(client, { ...source, searchedAttributes: [] }, typedText);
  const shown = withoutRepeats([...objects, ...labelled.objects.map(portalObject)]);
  return {
    ...found,
    objects: shown.slice(0, maximumFoundObjects),
    total: Math.max(shown.length, labelled.total),
  };
}

function matchedByShown(typedText: string, searchedNames: readonly string[]) {
  const isMatch = typedMatch(typedText);
  const isSearched = new Set(searchedNames);
  return ({ label, attributes }: PortalObject) => {
    const searched = attributes.filter(({ name }) => isSearched.has(name));
    return isMatch(
      label,
      searched.flatMap(({ values }) => values.map(({ value }) => value)),
    );
  };
}

/** What stands beside the stored labels of those that have some of the attributes. */
export function withAttributes(objects: readonly ShownObject[]): PortalDetails['objects'] {
  return objects
    .map(portalObject)
    .flatMap(({ objectId, attributes }) => (attributes.length > 0 ? { objectId, attributes } : []));
}

/** Of an object what the portal shows: the symbol of its type and texts, and no id, address or email that stands behind one. */
export function portalObject({ objectId, symbol, label, attributes }: ShownObject): PortalObject {
  return { objectId, symbol, label, attributes: attributes.flatMap(portalAttribute) };
}

/** None where nothing of it can be shown. */
function portalAttribute(attribute: ShownAttribute): PortalAttribute[] {
  const { name, attributeTypeCode = '', moreValues } = attribute;
  const values = attribute.values.flatMap((value) => portalValue(value, attribute));
  if (values.length === 0) return [];
  return [
    {
      name,
      ...(typesWrittenByReader.has(attributeTypeCode) ? { attributeTypeCode } : {}),
      values,
      ...(moreValues === undefined ? {} : { moreValues }),
    },
  ];
}

function portalValue(
  { value, details = {} }: ShownValue,
  { attributeTypeCode = '' }: ShownAttribute,
) {
  if (typesWrittenByReader.has(attributeTypeCode)) return [{ value }];
  const { label, name, fileName, text } = details;
  const read = readers.get(attributeTypeCode);
  const shown = read ? read(details) : (label ?? name ?? fileName ?? text ?? plainText(value));
  return shown === undefined ? [] : [{ value: shown }];
}

/** Of these, the value itself is an id, a key or a document: only what it stands for is shown. */
const readers: ReadonlyMap<string, (details: ShownDetails) => string | undefined> = new Map([
  ['REFERENCE', ({ label }) => label],
  ['USER', ({ name }) => name],
  ['OPTION', ({ name }) => name],
  ['WORKFLOW', ({ name }) => name],
  ['MEDIA', ({ fileName }) => fileName],
  ['RICH_TEXT', ({ text }) => text && firstLine(text)],
]);

/** Configurations of earlier versions don't name the type, and an id says nothing to a reader. */
function plainText(value: string): string | undefined {
  return isObjectId(value) ? undefined : value;
}
