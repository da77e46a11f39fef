import type { Formats } from '../object-display/formats';
import { presentValue } from '../object-display/present-value';
import { isObjectId } from '../objects/object-id';
import type { ShownAttribute, ShownObject, ShownValue } from '../objects/replies';
import type { PortalAttribute, PortalObject } from './replies';

/** Of an object what the portal shows: texts, and no id, address or e-mail that stands behind one. */
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

function portalValue({ value, details }: ShownValue, attribute: ShownAttribute) {
  if (writtenByReader.has(attribute.attributeTypeCode ?? '')) return [{ value }];
  const { label, name, fileName, text } = details ?? {};
  const isNamed = [label, name, fileName, text].some((part) => part !== undefined);
  // Without a name there is an id, a key or an e-mail, which the portal doesn't show.
  if (details ? !isNamed : isNamelessId(value, attribute)) return [];
  const shown = presentValue({ value, details: { label, name, fileName, text } }, attribute, plain);
  return [{ value: shown.text }];
}

/** Of these, the value itself is an id or a key: the service withheld what it stands for. */
const typesOfIds: ReadonlySet<string> = new Set([
  'REFERENCE',
  'USER',
  'OPTION',
  'WORKFLOW',
  'MEDIA',
]);

function isNamelessId(value: string, { attributeTypeCode = '' }: ShownAttribute): boolean {
  return typesOfIds.has(attributeTypeCode) || isObjectId(value);
}

/** Nothing that is written by it gets this far. */
const asItIs = (text: string) => text;
const plain: Formats = {
  number: asItIs,
  date: asItIs,
  dateTime: asItIs,
  fileSize: String,
  distance: String,
};
