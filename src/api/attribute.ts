import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { confirmation, pageOf, paging } from './page';
import { visibleText } from './visible-text';

const attributeTypeCode = z.enum([
  'TEXT',
  'EMAIL',
  'URL',
  'INTEGER',
  'DECIMAL',
  'BOOLEAN',
  'DATE',
  'DATETIME',
  'OPTION',
  'REFERENCE',
  'USER',
  'WORKFLOW',
  'MEDIA',
  'RICH_TEXT',
  'SYSTEM_CREATED',
  'SYSTEM_UPDATED',
]);
export type AttributeTypeCode = z.infer<typeof attributeTypeCode>;

/** Structure depends on the attribute type; `null` means its defaults. */
const attributeConfiguration = z.nullable(z.record(z.string(), z.unknown()));

export const attribute = z.object({
  id,
  name: z.string(),
  description: z.optional(z.string()),
  typeId: id,
  attributeTypeCode: z.string(),
  configuration: attributeConfiguration,
  isLabel: z.boolean(),
});
export type Attribute = z.infer<typeof attribute>;

const writableAttribute = z.strictObject({
  name: z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255)),
  description: z.optional(z.string().check(z.maxLength(4000))),
  typeId: id,
  attributeTypeCode,
  configuration: z.optional(attributeConfiguration),
  isLabel: z.optional(z.boolean()),
});

/** The attributes of one type, in their order. */
export const listAttributes = endpoint('GET', '/attribute', 'read', {
  query: z.extend(paging, { typeId: id }),
  reply: pageOf(attribute),
});

export const getAttribute = endpoint('GET', '/attribute/{id}', 'read', { reply: attribute });

export const createAttribute = endpoint('POST', '/attribute', 'changeSchema', {
  body: writableAttribute,
  reply: attribute,
});

/** Touching `configuration` asks for `attributeTypeCode` and the whole configuration. */
export const updateAttribute = endpoint('PATCH', '/attribute/{id}', 'changeSchema', {
  body: z.partial(z.omit(writableAttribute, { typeId: true })),
  reply: attribute,
});

/** Deletes an attribute with its values; where objects have some, `confirm` says how many objects. */
export const deleteAttribute = endpoint('DELETE', '/attribute/{id}', 'changeSchema', {
  query: confirmation,
});

/** The attribute types that the service knows. */
export const listAttributeTypes = endpoint('GET', '/attribute/type', 'read', {
  query: paging,
  reply: pageOf(z.object({ code: z.string(), name: z.string(), isReadOnly: z.boolean() })),
});
