import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { maximumPageLimit, pageOf, paging } from './page';
import { answeredSymbol } from './symbol';

/**
 * What a reader needs to show a value without a further call; fields that do not concern the
 * attribute's type are absent, and all are withheld where the caller may not read the target.
 */
export const valueDetails = z.object({
  /** REFERENCE */
  objectId: z.optional(z.string()),
  label: z.optional(z.string()),
  /** REFERENCE, MEDIA: the page or the file, for whoever is signed in in the browser. */
  url: z.optional(z.string()),
  /** USER, OPTION, WORKFLOW */
  name: z.optional(z.string()),
  /** USER */
  email: z.optional(z.string()),
  /** WORKFLOW */
  isEndState: z.optional(z.boolean()),
  /** OPTION, WORKFLOW; absent where the configuration gives none. A reader passes over one it doesn't know. */
  color: z.optional(z.string()),
  /** MEDIA */
  fileName: z.optional(z.string()),
  contentType: z.optional(z.string()),
  fileSize: z.optional(z.number()),
  /** MEDIA: a small picture of the file, on request. It lasts a minute, and loads without a token. */
  thumbnailUrl: z.optional(z.string()),
  /** RICH_TEXT, and a TEXT that mentions someone: what it says, without its form and with names. */
  text: z.optional(z.string()),
});
export type ValueDetails = z.infer<typeof valueDetails>;

const attributeValue = z.object({
  valueId: z.string(),
  value: z.string(),
  details: z.optional(valueDetails),
});
export type AttributeValue = z.infer<typeof attributeValue>;

const attributeValues = z.object({
  attributeId: id,
  values: z.array(attributeValue),
});

export const workspaceObject = z.object({
  id,
  typeId: id,
  /** That of its type; absent where that has none. */
  symbol: answeredSymbol,
  label: z.string(),
  /** The object's page in the service. */
  url: z.string(),
  attributes: z.array(attributeValues),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceObject = z.infer<typeof workspaceObject>;

/** Of one attribute of one object. */
export const maximumValues = 100;

const writtenValues = z.array(
  z.strictObject({
    attributeId: id,
    values: z.array(z.string()).check(z.maxLength(maximumValues)),
  }),
);
const transitions = z.record(id, z.strictObject({ transitionId: id }));

export const getObject = endpoint('GET', '/object/{id}', 'read', {
  reply: workspaceObject,
  isVersioned: true,
});

const newObject = z.strictObject({
  typeId: id,
  attributes: writtenValues,
  transitions: z.optional(transitions),
});

export const createObject = endpoint('POST', '/object', 'changeObjects', {
  body: newObject,
  reply: workspaceObject,
  isVersioned: true,
});

const objectChange = z.strictObject({
  attributes: z._default(writtenValues, []),
  transitions: z.optional(transitions),
});

/** `values: []` clears an attribute; an attribute that is left out stays as it is. */
export const updateObject = endpoint('PATCH', '/object/{id}', 'changeObjects', {
  body: objectChange,
  reply: workspaceObject,
  isVersioned: true,
});

const operation = z.discriminatedUnion('objectOperationType', [
  z.extend(newObject, { objectOperationType: z.literal('create') }),
  z.extend(objectChange, { objectOperationType: z.literal('patch'), objectId: id }),
  z.strictObject({ objectOperationType: z.literal('delete'), objectId: id }),
]);
export type ObjectOperation = z.output<typeof operation>;

const operationResult = z.object({
  status: z.literal('success'),
  operationAction: z.enum(['CREATE', 'PATCH', 'DELETE']),
  /** The place of the operation in the call. */
  index: z.number().check(z.int()),
  objectId: id,
});
export type ObjectOperationResult = z.infer<typeof operationResult>;

/**
 * Creates, changes and deletes up to 200 objects in the order of the call: all or, where one is
 * refused, none. Violations then carry the index of their operation.
 */
export const changeObjects = endpoint('POST', '/object/bulk', 'changeObjects', {
  body: z.strictObject({ operations: z.array(operation).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ failures: z.literal(false), result: z.array(operationResult) }),
});

export const deleteObject = endpoint('DELETE', '/object/{id}', 'changeObjects', {
  isVersioned: true,
});

const deletedObject = z.object({
  id,
  typeId: id,
  label: z.string(),
  deletedAt: z.string(),
  /** `name` is null for a former member. */
  deletedBy: z.object({ id, name: z.nullable(z.string()) }),
  /** Until when it can be restored. */
  endsAt: z.string(),
});
export type DeletedObject = z.infer<typeof deletedObject>;

/** The deleted objects that the caller can restore, the newest first. */
export const listDeletedObjects = endpoint('GET', '/object/deleted', 'changeObjects', {
  query: z.extend(paging, { typeId: z.optional(id) }),
  reply: pageOf(deletedObject),
});

const notRestoredReasons = [
  'ATTRIBUTE_GONE',
  'VALUE_GONE',
  'OBJECT_GONE',
  'OBJECT_DELETED',
  'NO_ROOM',
] as const;
export type NotRestoredReason = (typeof notRestoredReasons)[number];

/** Values of an attribute of an object, the restored one or one that referred to it. */
const notRestored = z.object({
  objectId: id,
  attributeId: id,
  reason: z.enum(notRestoredReasons),
});
export type NotRestored = z.infer<typeof notRestored>;

const restoredObject = z.extend(workspaceObject, {
  /** What couldn't be put back, of what the caller may read; the first 1,000. */
  notRestored: z.array(notRestored),
});
export type RestoredObject = z.infer<typeof restoredObject>;

/** Brings a deleted object back with its id, its values, and the references to it. */
export const restoreObject = endpoint('POST', '/object/{id}/restore', 'changeObjects', {
  reply: restoredObject,
});

const referrer = z.object({
  id,
  typeId: id,
  /** Its first 255 characters. */
  label: z.string(),
  /** Its page in the service. */
  url: z.string(),
  /** The attributes by which it refers to the object. */
  attributeIds: z.array(id),
});
export type Referrer = z.infer<typeof referrer>;

const referrerPage = z.extend(pageOf(referrer), {
  /** The page of the service that lists them, for whoever is signed in in the browser. */
  url: z.string(),
});
export type ReferrerPage = z.infer<typeof referrerPage>;

/** The other objects that refer to an object and that the caller may read, by label. */
export const listReferrers = endpoint('GET', '/object/{id}/referrer', 'read', {
  query: paging,
  reply: referrerPage,
});

const searchRequest = z.strictObject({
  /** Query-language text; empty finds every object of the type. */
  query: z.string(),
  typeId: z.optional(id),
  offset: z.optional(z.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(maximumPageLimit))),
  /** Which attributes come back; all if absent. */
  attributeIds: z.optional(z.array(id).check(z.maxLength(100))),
});
export type SearchRequest = z.infer<typeof searchRequest>;

/** The readable objects that a query matches, in the query's order. */
export const searchObjects = endpoint('POST', '/object/search', 'read', {
  body: searchRequest,
  reply: pageOf(workspaceObject),
  onlyReads: true,
  givesThumbnails: true,
});
