import { firstLine } from '../object-display/present-value';
import { isObjectId } from '../objects/object-id';
import type {
  ShownAttribute,
  ShownDetails,
  ShownObject,
  ShownValue,
} from '../objects/objects-contract';
import type { PortalAttribute, PortalObject } from './portal-contract';

/** Of an object what the portal shows: texts, and no id, address or email that stands behind one. */
export function portalObject({ objectId, label, attributes }: ShownObject): PortalObject {
  return { objectId, label, attributes: attributes.flatMap(portalAttribute) };
}

/** None where nothing of it can be shown. */
function portalAttribute(attribute: ShownAttribute): PortalAttribute[] {
  const { name, attributeTypeCode = '', moreValues } = attribute;
  const values = attribute.values.flatMap((value) => portalValue(value, attribute));
  if (values.length === 0) return [];
  return [
    {
      name,
      ...(writtenByReader.has(attributeTypeCode) ? { attributeTypeCode } : {}),
      values,
      ...(moreValues === undefined ? {} : { moreValues }),
    },
  ];
}

/** Numbers and times are written as each reader is used to. */
const writtenByReader: ReadonlySet<string> = new Set([
  'INTEGER',
  'DECIMAL',
  'BOOLEAN',
  'DATE',
  'DATETIME',
  'SYSTEM_CREATED',
  'SYSTEM_UPDATED',
]);

function portalValue(
  { value, details = {} }: ShownValue,
  { attributeTypeCode = '' }: ShownAttribute,
) {
  if (writtenByReader.has(attributeTypeCode)) return [{ value }];
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
