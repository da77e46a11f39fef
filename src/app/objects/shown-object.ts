import type { AttributeValue, ValueDetails, WorkspaceObject } from '../../api/object';
import type { ShownAttribute, ShownDetails, ShownObject, ShownValue } from './objects-contract';
import { storedLabel } from './stored-value';

/** An attribute to show, as far as the app knows it. */
export interface NamedAttribute {
  readonly attributeId: string;
  readonly name: string;
  readonly attributeTypeCode?: string | undefined;
}

/** Of an attribute with more values a person sees the first ones, and how many there are. */
const maximumShownValues = 20;

/** What a person sees of an object: its label, and of these attributes those that have a value. */
export function showObject(
  object: WorkspaceObject,
  attributes: readonly NamedAttribute[],
): ShownObject {
  return {
    objectId: object.id,
    label: storedLabel(object.label),
    ...webAddress(object.url),
    attributes: attributes.flatMap((attribute) => showAttribute(object, attribute)),
  };
}

function showAttribute(object: WorkspaceObject, attribute: NamedAttribute): ShownAttribute[] {
  const { attributeId, name, attributeTypeCode } = attribute;
  const { values = [] } =
    object.attributes.find((entry) => entry.attributeId === attributeId) ?? {};
  const moreValues = values.length - maximumShownValues;
  if (values.length === 0) return [];
  return [
    {
      attributeId,
      name,
      ...(attributeTypeCode === undefined ? {} : { attributeTypeCode }),
      values: values.slice(0, maximumShownValues).map(showValue),
      ...(moreValues > 0 ? { moreValues } : {}),
    },
  ];
}

function showValue({ value, details }: AttributeValue): ShownValue {
  return { value: storedLabel(value), ...(details ? { details: showDetails(details) } : {}) };
}

function showDetails({ url, isEndState, fileSize, ...texts }: ValueDetails): ShownDetails {
  const cut = Object.entries(texts).map(([key, text]) => [key, storedLabel(text)] as const);
  return { ...Object.fromEntries(cut), isEndState, fileSize, ...webAddress(url) };
}

/** A link of any other kind could run a script. */
function webAddress(url: string | undefined): { url?: string } {
  if (url === undefined || !URL.canParse(url)) return {};
  return ['https:', 'http:'].includes(new URL(url).protocol) ? { url } : {};
}
