import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { confirmation, pageOf, paging } from './page';
import { visibleText } from './visible-text';

export const objectType = z.object({
  id,
  name: z.string(),
  description: z.optional(z.string()),
});
export type ObjectType = z.infer<typeof objectType>;

const attributeSummary = z.object({
  id,
  name: z.string(),
  attributeTypeCode: z.string(),
  isLabel: z.boolean(),
});

export const enrichedType = z.extend(objectType, { attributes: z.array(attributeSummary) });
export type EnrichedType = z.infer<typeof enrichedType>;

/** The types of the workspace that the caller may read, by name. */
export const listTypes = endpoint({
  method: 'GET',
  path: '/type',
  query: paging,
  reply: pageOf(objectType),
});

/** As {@link listTypes}, each with its attributes in their order. */
export const listEnrichedTypes = endpoint({
  method: 'GET',
  path: '/type/enriched',
  query: paging,
  reply: pageOf(enrichedType),
});

export const getType = endpoint({
  method: 'GET',
  path: '/type/{id}',
  reply: objectType,
});

const name = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));
const description = z.string().check(z.maxLength(4000));

export const createType = endpoint({
  method: 'POST',
  path: '/type',
  body: z.strictObject({ name, description: z.optional(description) }),
  reply: objectType,
});

/** What is left out stays. */
export const updateType = endpoint({
  method: 'PATCH',
  path: '/type/{id}',
  body: z.strictObject({ name: z.optional(name), description: z.optional(description) }),
  reply: objectType,
});

/** Deletes a type with its attributes and objects; where it has objects, `confirm` says how many. */
export const deleteType = endpoint({
  method: 'DELETE',
  path: '/type/{id}',
  query: confirmation,
});
