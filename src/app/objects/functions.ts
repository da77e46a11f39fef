import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { maximumIdsPerCall } from './object-id';
import { objectDetails, shownObjects } from './replies';

/** Longer text than any label is cut before it is sent. */
export const maximumTypedLength = 255;
export const typedText = z.string().check(z.maxLength(maximumTypedLength));

/** Stored objects as they are now, for a view, and for the labels that a save stores. */
export const viewObjects = resolverFunction({
  key: 'view',
  payload: z.strictObject({
    /** As Jira stores them: a stored value may hold any text. */
    objectIds: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(maximumIdsPerCall)),
  }),
  reply: shownObjects,
});

/** All that the person may see of one object in the field's workspace. */
export const viewObject = resolverFunction({
  key: 'object',
  payload: z.strictObject({ objectId: z.guid() }),
  reply: objectDetails,
});

/** Where Jira's search finds the work items that hold an object. */
export const findWorkItems = resolverFunction({
  key: 'workItems',
  payload: z.strictObject({ objectId: z.guid() }),
  /** An address of the site; absent where no field of the app can be searched. */
  reply: z.object({ address: z.optional(z.string()) }),
});
