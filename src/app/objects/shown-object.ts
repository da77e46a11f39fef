import type { AttributeValue, WorkspaceObject } from '../../api/object';
import type { ShownAttribute } from '../object-field/configuration';
import { isObjectId } from './object-id';
import type { ShownObject } from '../object-field/replies';
import { storedLabel } from './stored-value';

/**
 * What a person sees of an object: its label and the configured attributes as text, each no longer
 * than a stored label.
 */
export function showObject(
  object: WorkspaceObject,
  attributes: readonly ShownAttribute[],
): ShownObject {
  return {
    objectId: object.id,
    label: storedLabel(object.label),
    ...(isWebAddress(object.url) ? { url: object.url } : {}),
    attributes: attributes.flatMap(({ attributeId, name }) => {
      const values = object.attributes.find((entry) => entry.attributeId === attributeId)?.values;
      const text = (values ?? []).map(valueText).join(', ');
      return text === '' ? [] : [{ name, text: storedLabel(text) }];
    }),
  };
}

/** A link of any other kind could run a script. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
}

/** The service withholds the details of what the person may not read; a bare id says nothing. */
function valueText({ value, details }: AttributeValue): string {
  const readable = details?.label ?? details?.name ?? details?.fileName;
  return readable ?? (isObjectId(value) ? '(not visible to you)' : value);
}
