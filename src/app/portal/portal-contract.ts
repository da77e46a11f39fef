import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';

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

const portalObject = z.object({ ...shownParts, label: z.string() });
export type PortalObject = z.infer<typeof portalObject>;

/** The first objects of a search on the portal, and how many match. */
export const portalObjects = z.object({ objects: z.array(portalObject), total: z.number() });

/** What the portal shows beside stored labels; objects without attributes are left out. */
export const portalDetails = z.object({ objects: z.array(z.object(shownParts)) });
export type PortalDetails = z.infer<typeof portalDetails>;

/** Why the customer of a request could choose nothing in a field, for the people who work on it. */
export const readPortalNote = resolverFunction({
  key: 'portalNote',
  payload: z.strictObject({}),
  /** Null where they could, and where the form of the request doesn't show the field. */
  reply: z.object({ note: z.nullable(z.string()) }),
});
