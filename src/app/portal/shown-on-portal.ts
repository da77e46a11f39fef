import type { Client } from '../../api/client';
import { firstLine, isObjectId } from '../objects/stored-value';
import {
  type ShownAttribute,
  type ShownDetails,
  type ShownObject,
  type ShownValue,
  typesWrittenByReader,
} from '../objects/objects-contract';
import {
  type FoundObjects,
  type SearchedObjects,
  searchObjects,
  type NamedAttribute,
} from '../objects/find-objects';
import { labelMatch, partMatch } from '../../query';
import type { OpenField } from './portal-answers';
import type { PortalAttribute, PortalDetails, PortalObject } from './portal-contract';

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
 * since this one was renamed: such objects are left out. If there are more matches than one answer has, they can't be told apart, and
 * their number would tell what is hidden: then the labels alone are searched, by one more call.
 * @throws {Problem} PORTAL_LIMIT
 * @throws {ServiceError}
 */
export async function searchShown(
  client: Client,
  source: ShownSource,
  typedText: string,
): Promise<Pick<FoundObjects, 'objects' | 'total'>> {
  const { searchedAttributes, ...labels } = source;
  const found = await searchObjects(client, source, typedText);
  if (searchedAttributes.length === 0 || typedText.trim() === '') return found;
  if (found.total > found.objects.length) {
    return searchObjects(client, labels, typedText);
  }
  const objects = found.objects.filter(matchedByShown(typedText, searchedAttributes));
  return { objects, total: objects.length };
}

function matchedByShown(typedText: string, searchedAttributes: readonly NamedAttribute[]) {
  const isLabelMatch = labelMatch(typedText);
  const isMatch = partMatch(typedText);
  const searchedIds = new Set(searchedAttributes.map(({ attributeId }) => attributeId));
  return ({ label, attributes }: ShownObject) => {
    const searched = attributes.filter(({ attributeId }) => searchedIds.has(attributeId));
    const values = searched.flatMap((attribute) => attribute.values);
    const texts = values.map(({ value, details }) => details?.text ?? value);
    return isLabelMatch(label) || texts.some(isMatch);
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
