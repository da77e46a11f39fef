import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { confirmation, pageOf, paging } from './page';
import { answeredSymbol, symbol } from './symbol';
import { visibleText } from './visible-text';

export const objectType = z.object({
  id,
  name: z.string(),
  description: z.optional(z.string()),
  symbol: answeredSymbol,
  /** Whether access to read its objects is everyone's in the workspace. A service that doesn't say so yet means no. */
  isReadByEveryMember: z._default(z.boolean(), false),
});
export type ObjectType = z.infer<typeof objectType>;

const attributeSummary = z.object({
  id,
  name: z.string(),
  attributeTypeCode: z.string(),
  isLabel: z.boolean(),
});

export const enrichedType = z.extend(objectType, {
  attributes: z.array(attributeSummary),
});
export type EnrichedType = z.infer<typeof enrichedType>;

/**
 * The types of the workspace that the caller may read, by name; with `all` also those that they may give access to as
 * an administrator without being able to read their objects.
 */
export const listTypes = endpoint('GET', '/type', 'read', {
  query: z.extend(paging, { all: z.optional(z.enum(['true', 'false'])) }),
  reply: pageOf(objectType),
});

/** As {@link listTypes}, each with its attributes in their order. */
export const listEnrichedTypes = endpoint('GET', '/type/enriched', 'read', {
  query: paging,
  reply: pageOf(enrichedType),
});

export const getType = endpoint('GET', '/type/{id}', 'read', { reply: objectType });

const name = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));
const description = z.string().check(z.maxLength(4000));

export const createType = endpoint('POST', '/type', 'changeSchema', {
  body: z.strictObject({
    name,
    description: z.optional(description),
    symbol: z.optional(z.nullable(symbol)),
  }),
  reply: objectType,
});

/** What is left out stays; `symbol: null` takes it away. */
export const updateType = endpoint('PATCH', '/type/{id}', 'changeSchema', {
  body: z.strictObject({
    name: z.optional(name),
    description: z.optional(description),
    symbol: z.optional(z.nullable(symbol)),
  }),
  reply: objectType,
});

/** Deletes a type with its attributes and objects; where it has objects, deleted ones too, `confirm` says how many. */
export const deleteType = endpoint('DELETE', '/type/{id}', 'changeSchema', { query: confirmation });

const principalIds = z.array(id).check(z.maxLength(5_000));

/** Every member of the workspace, or some of its people and groups. */
export const principals = z.union([
  z.strictObject({ everyone: z.literal(true) }),
  z.strictObject({ userIds: principalIds, groupIds: principalIds }),
]);
export type Principals = z.infer<typeof principals>;

/** Who reads the objects of a type, and which of them change objects too, as far as their role allows. */
export const typeAccess = z.strictObject({ read: principals, write: principals });
export type TypeAccess = z.infer<typeof typeAccess>;

/** Of every type of the workspace, also of one that the caller can't read. */
export const getTypeAccess = endpoint('GET', '/type/{id}/access', 'changeAccess', {
  reply: typeAccess,
  isVersioned: true,
});

/** Replaces the access to a type. Whoever writes has to read; the caller may leave themselves out. */
export const setTypeAccess = endpoint('PUT', '/type/{id}/access', 'changeAccess', {
  body: typeAccess,
  reply: typeAccess,
  isVersioned: true,
});
