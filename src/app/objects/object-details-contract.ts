import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { shownObject } from './objects-contract';

/** One object with all attributes that have a value and that the person may see, in their order. */
const objectDetails = z.object({
  ...shownObject.shape,
  /** Absent where the service does not name the type to this person. */
  typeName: z.optional(z.string()),
});
export type ObjectDetails = z.infer<typeof objectDetails>;

/** All that the person may see of one object in the field's workspace. */
export const viewObject = resolverFunction('object', { objectId: z.guid() }, objectDetails);

/**
 * How many other objects refer to it, of those that the person may read, and the service's page that lists
 * them; empty where the service doesn't say.
 */
export const countReferrers = resolverFunction(
  'referrers',
  { objectId: z.guid() },
  z.object({ counted: z.optional(z.object({ count: z.number(), address: z.string() })) }),
);

const objectChange = z.object({
  changedAt: z.string(),
  /** Absent for a former member, and for the operator of the service. */
  userName: z.optional(z.string()),
  isByOperator: z.boolean(),
  action: z.enum(['create', 'change', 'restore']),
  /** What was changed, as it was called then: the first few, and how many more there are. */
  attributeNames: z.array(z.string()),
  moreAttributes: z.number(),
});
export type ObjectChange = z.infer<typeof objectChange>;

/** What was last changed of it, the newest first; empty where the service doesn't say. */
export const listLastChanges = resolverFunction(
  'lastChanges',
  { objectId: z.guid() },
  z.object({ changes: z.array(objectChange) }),
);

/**
 * The work items that hold it, of those that the person may see: the address of Jira's search for them, absent where
 * no field of the app can be searched; and how many they are, absent where Jira doesn't say.
 */
export const findWorkItems = resolverFunction(
  'workItems',
  { objectId: z.guid() },
  z.object({ address: z.optional(z.string()), count: z.optional(z.number()) }),
);
