import type { ShownObject } from '../objects/objects-contract';
import type { NamedAttribute } from '../objects/shown-object';
import { textMatch } from '../objects/text-match';
import type { OpenField } from './portal-answers';
import type { PortalDetails } from './portal-contract';
import { portalObject } from './portal-object';

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

interface FoundObjects {
  readonly objects: readonly ShownObject[];
  readonly total: number;
}

/**
 * What a search over several types found by the label or by one of these attributes. A search knows
 * attributes by name: what it found by one of another type, which has the name as well, is left out.
 */
export function foundByShown(
  found: FoundObjects,
  typedText: string,
  searchedAttributes: readonly NamedAttribute[],
): FoundObjects {
  if (searchedAttributes.length === 0) return found;
  const isMatch = textMatch(typedText);
  const searchedIds = new Set(searchedAttributes.map(({ attributeId }) => attributeId));
  const objects = found.objects.filter(({ label, attributes }) => {
    const searched = attributes.filter(({ attributeId }) => searchedIds.has(attributeId));
    const values = searched.flatMap((attribute) => attribute.values);
    return [label, ...values.map(({ value, details }) => details?.text ?? value)].some(isMatch);
  });
  return { objects, total: found.total - found.objects.length + objects.length };
}

/** What stands beside the stored labels of those that have some of the attributes. */
export function withAttributes(objects: readonly ShownObject[]): PortalDetails['objects'] {
  return objects
    .map(portalObject)
    .flatMap(({ objectId, attributes }) => (attributes.length > 0 ? { objectId, attributes } : []));
}
