import * as z from 'zod/mini';
import { resolverFunction, type Reply } from '../replies/reply';
import type { foundObjects, ShownAttribute } from '../objects/objects-contract';

/** The least first. */
export const portalUses = ['nothing', 'labels', 'attributes'] as const;

/**
 * What an admin lets the service portal show of a field: part of its configuration. Configurations of
 * earlier versions don't have it, and show nothing.
 */
export const portalUse = z.literal(portalUses);

/** An attribute as the portal shows it: what stands behind its text isn't told. */
const portalAttribute = z.object({
  name: z.string(),
  /** Set where the reader's language decides how the value is written. */
  attributeTypeCode: z.optional(z.string()),
  /** At least one. */
  values: z.array(z.object({ value: z.string() })),
  /** How many further values the object has; absent where there are none. */
  moreValues: z.optional(z.number()),
});
export type PortalAttribute = z.infer<typeof portalAttribute>;

/** What the portal shows of an object beside its label; nothing unless an admin lets it. */
const shownParts = { objectId: z.string(), attributes: z.array(portalAttribute) };

const portalObject = z.object({
  ...shownParts,
  /** The emoji of its type; absent where that has none. */
  symbol: z.optional(z.string()),
  label: z.string(),
});
export type PortalObject = z.infer<typeof portalObject>;

/** The first objects of a search on the portal, and how many match. */
export const portalObjects = z.object({
  objects: z.array(portalObject),
  total: z.number(),
  /** The names of the attributes that were searched beside the label; the label alone where absent. */
  searchedNames: z.optional(z.array(z.string())),
});
export type PortalObjects = z.infer<typeof portalObjects>;

/** What the portal shows beside stored labels; objects without attributes are left out. */
export const portalDetails = z.object({ objects: z.array(z.object(shownParts)) });
export type PortalDetails = z.infer<typeof portalDetails>;

/**
 * Why the customer of a request could choose nothing in a field, for the people who work on it. Null
 * where they could, and where the form of the request doesn't show the field.
 */
export const readPortalNote = resolverFunction(
  'portalNote',
  {},
  z.object({ note: z.nullable(z.string()) }),
);

/** What the portal answered, as pickers take it. */
export function foundOnPortal(reply: Reply<PortalObjects>): Reply<z.infer<typeof foundObjects>> {
  if (reply.kind !== 'ok') return reply;
  const { objects, ...found } = reply.value;
  const shown = objects.map(({ attributes, ...object }) => ({
    ...object,
    attributes: shownAttributes(attributes),
  }));
  return { kind: 'ok', value: { ...found, objects: shown } };
}

/** The portal tells no ids of attributes: their names tell them apart. */
export function shownAttributes(attributes: readonly PortalAttribute[]): ShownAttribute[] {
  return attributes.map((attribute) => ({ ...attribute, attributeId: attribute.name }));
}
