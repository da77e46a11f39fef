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

/** The address of Jira's search for the work items that hold an object; absent where no field of the app can be searched. */
export const findWorkItems = resolverFunction(
  'workItems',
  { objectId: z.guid() },
  z.object({ address: z.optional(z.string()) }),
);
