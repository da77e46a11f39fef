import * as z from 'zod/mini';
import type { TypeChoice } from './field-configuration-contract';

/** Beside a label there is room for no more, and a search of more would take too long. */
export const maximumAttributes = 3;

/** In this order. */
export const configuredAttributes = z
  .array(
    z.object({
      attributeId: z.guid(),
      name: z.string(),
      /** Absent in configurations of earlier versions. */
      attributeTypeCode: z.optional(z.string()),
    }),
  )
  .check(z.maxLength(maximumAttributes));
type ConfiguredAttribute = z.infer<typeof configuredAttributes>[number];

/** A list of attributes that an admin chooses: shown beside the label, or searched beside it. */
export const attributeLists = ['attributes', 'searchedAttributes'] as const;
export type AttributeList = (typeof attributeLists)[number];
export type AttributeLists = Readonly<Record<AttributeList, readonly ConfiguredAttribute[]>>;
export const noAttributes: AttributeLists = { attributes: [], searchedAttributes: [] };

/** The attribute types whose values are texts. */
export const textTypes: ReadonlySet<string> = new Set(['TEXT', 'EMAIL', 'URL']);
/** The attribute types whose values are shown by a name, which people type too. */
const namedTypes: ReadonlySet<string> = new Set(['OPTION', 'WORKFLOW', 'USER', 'REFERENCE']);

export function attributesFor(list: AttributeList, type: TypeChoice): TypeChoice['attributes'] {
  if (list === 'attributes') return type.attributes;
  return type.attributes.filter(
    ({ isLabel, attributeTypeCode: code }) =>
      !isLabel && (textTypes.has(code) || namedTypes.has(code)),
  );
}

/**
 * Where nothing is saved yet: an attribute that is shown from now on is searched too, as far as there is room, and
 * one that isn't shown any longer isn't searched. What an admin then takes out stays out.
 */
export function withShownSearched(
  lists: AttributeLists,
  change: Partial<AttributeLists>,
  types: readonly TypeChoice[],
): Partial<AttributeLists> {
  const shown = change.attributes;
  if (!shown) return change;
  const others = lists.searchedAttributes.filter(
    (searched) => !includes(lists.attributes, searched) || includes(shown, searched),
  );
  const added = shown.filter((attribute) => !includes(lists.attributes, attribute));
  const changed = { attributes: shown, searchedAttributes: others };
  return { ...changed, searchedAttributes: [...others, ...unsearchedOf(changed, types, added)] };
}

/** Returns the shown attributes that can be searched too and aren't, as many as there is room for. */
export function unsearchedOf(
  lists: AttributeLists,
  types: readonly TypeChoice[],
  shown = lists.attributes,
): readonly ConfiguredAttribute[] {
  const searched = lists.searchedAttributes;
  const searchable = types.flatMap((type) => attributesFor('searchedAttributes', type));
  return shown
    .filter(({ attributeId }) => searchable.some(({ id }) => id === attributeId))
    .filter((attribute) => !includes(searched, attribute))
    .slice(0, maximumAttributes - searched.length);
}

function includes(
  attributes: readonly ConfiguredAttribute[],
  { attributeId }: ConfiguredAttribute,
): boolean {
  return attributes.some((other) => other.attributeId === attributeId);
}

/** The lists as they are stored: with current names, without what can no longer be chosen. */
export function storedLists(lists: AttributeLists, types: readonly TypeChoice[]) {
  const named = (list: AttributeList) => {
    const offered = types.flatMap((type) => attributesFor(list, type));
    return lists[list].flatMap(({ attributeId }) => {
      const found = offered.find(({ id }) => id === attributeId);
      if (!found) return [];
      return [{ attributeId, name: found.name, attributeTypeCode: found.attributeTypeCode }];
    });
  };
  return { attributes: named('attributes'), searchedAttributes: named('searchedAttributes') };
}

/** The names of what can't be chosen for a list any longer; none while the types are unknown. */
export function missingNames(
  lists: AttributeLists,
  list: AttributeList,
  types: readonly TypeChoice[] | undefined,
): string[] {
  if (!types) return [];
  const offered = new Set(types.flatMap((type) => attributesFor(list, type)).map(({ id }) => id));
  return lists[list].flatMap(({ attributeId, name }) => (offered.has(attributeId) ? [] : [name]));
}
