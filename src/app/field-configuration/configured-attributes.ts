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

/** The attribute types whose values people type the beginning of. */
const searchableTypes: ReadonlySet<string> = new Set(['TEXT', 'EMAIL', 'URL']);

export function attributesFor(list: AttributeList, type: TypeChoice): TypeChoice['attributes'] {
  if (list === 'attributes') return type.attributes;
  return type.attributes.filter(
    ({ isLabel, attributeTypeCode }) => !isLabel && searchableTypes.has(attributeTypeCode),
  );
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
