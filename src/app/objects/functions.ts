import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { maximumIdsPerCall } from './object-id';
import { objectDetails } from './replies';

/** Ids as Jira stores them: a stored value may hold any text. */
export const objectIdsPayload = z.strictObject({
  objectIds: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(maximumIdsPerCall)),
});

/** Longer text than any label is cut before it is sent. */
export const maximumTypedLength = 255;
export const typedText = z.string().check(z.maxLength(maximumTypedLength));

/** All that the person may see of one object in the field's workspace. */
export const viewObject = resolverFunction({
  key: 'object',
  payload: z.strictObject({ objectId: z.guid() }),
  reply: objectDetails,
});
