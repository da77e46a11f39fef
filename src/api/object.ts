import * as z from 'zod';
import { endpoint } from './endpoint';
import { id } from './id';
import { maximumPageLimit, pageOf } from './page';

/**
 * What a reader needs to show a value without a further call; fields that do not concern the
 * attribute's type are absent, and all are withheld where the caller may not read the target.
 */
const valueDetails = z.object({
  /** REFERENCE */
  objectId: z.string().optional(),
  label: z.string().optional(),
  /** REFERENCE, MEDIA: the page or the file, for whoever is signed in in the browser. */
  url: z.string().optional(),
  /** USER, OPTION, WORKFLOW */
  name: z.string().optional(),
  /** USER */
  email: z.string().optional(),
  /** WORKFLOW */
  isEndState: z.boolean().optional(),
  /** MEDIA */
  fileName: z.string().optional(),
  contentType: z.string().optional(),
  fileSize: z.number().optional(),
  /** RICH_TEXT, and a TEXT that mentions someone: what it says, without its form and with names. */
  text: z.string().optional(),
});
export type ValueDetails = z.infer<typeof valueDetails>;

const attributeValue = z.object({
  valueId: z.string(),
  value: z.string(),
  details: valueDetails.optional(),
});
export type AttributeValue = z.infer<typeof attributeValue>;

const attributeValues = z.object({
  attributeId: id,
  values: z.array(attributeValue),
});

export const workspaceObject = z.object({
  id,
  typeId: id,
  label: z.string(),
  /** The object's page in the service. */
  url: z.string(),
  attributes: z.array(attributeValues),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceObject = z.infer<typeof workspaceObject>;

const writtenValues = z.array(
  z.strictObject({ attributeId: id, values: z.array(z.string()).max(100) }),
);
const transitions = z.record(id, z.strictObject({ transitionId: id }));

export const getObject = endpoint({
  method: 'GET',
  path: '/object/{id}',
  pathParameters: ['id'],
  reply: workspaceObject,
  needsWorkspace: true,
  onlyReads: true,
  isVersioned: true,
});

const newObject = z.strictObject({
  typeId: id,
  attributes: writtenValues,
  transitions: transitions.optional(),
});

export const createObject = endpoint({
  method: 'POST',
  path: '/object',
  pathParameters: [],
  body: newObject,
  reply: workspaceObject,
  needsWorkspace: true,
  onlyReads: false,
  isVersioned: true,
});

const objectChange = z.strictObject({
  attributes: writtenValues.default([]),
  transitions: transitions.optional(),
});

/** `values: []` clears an attribute; an attribute that is left out stays as it is. */
export const updateObject = endpoint({
  method: 'PATCH',
  path: '/object/{id}',
  pathParameters: ['id'],
  body: objectChange,
  reply: workspaceObject,
  needsWorkspace: true,
  onlyReads: false,
  isVersioned: true,
});

const operation = z.discriminatedUnion('objectOperationType', [
  newObject.extend({ objectOperationType: z.literal('create') }),
  objectChange.extend({ objectOperationType: z.literal('patch'), objectId: id }),
  z.strictObject({ objectOperationType: z.literal('delete'), objectId: id }),
]);
export type ObjectOperation = z.output<typeof operation>;

const operationResult = z.object({
  status: z.literal('success'),
  operationAction: z.enum(['CREATE', 'PATCH', 'DELETE']),
  /** The place of the operation in the call. */
  index: z.number().int(),
  objectId: id,
});
export type ObjectOperationResult = z.infer<typeof operationResult>;

/**
 * Creates, changes and deletes up to 200 objects in the order of the call: all or, where one is
 * refused, none. Violations then carry the index of their operation.
 */
export const changeObjects = endpoint({
  method: 'POST',
  path: '/object/bulk',
  pathParameters: [],
  body: z.strictObject({ operations: z.array(operation).min(1).max(200) }),
  reply: z.object({ failures: z.literal(false), result: z.array(operationResult) }),
  needsWorkspace: true,
  onlyReads: false,
});

export const deleteObject = endpoint({
  method: 'DELETE',
  path: '/object/{id}',
  pathParameters: ['id'],
  needsWorkspace: true,
  onlyReads: false,
  isVersioned: true,
});

const searchRequest = z.strictObject({
  /** Query-language text; empty finds every object of the type. */
  query: z.string(),
  typeId: id.optional(),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(maximumPageLimit).optional(),
  /** Which attributes come back; all where absent. */
  attributeIds: z.array(id).max(100).optional(),
});
export type SearchRequest = z.infer<typeof searchRequest>;

/** The readable objects that a query matches, in the query's order. */
export const searchObjects = endpoint({
  method: 'POST',
  path: '/object/search',
  pathParameters: [],
  body: searchRequest,
  reply: pageOf(workspaceObject),
  needsWorkspace: true,
  onlyReads: true,
});
