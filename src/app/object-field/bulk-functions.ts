import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { maximumObjects, sentObject } from '../objects/stored-value';

/** Changes a part of the chosen work items, each by itself, with the labels of now. */
export const saveBulkObjects = resolverFunction({
  key: 'saveBulk',
  payload: z.strictObject({
    offset,
    operation: z.enum(['set', 'add', 'remove', 'clear']),
    objects: z.array(sentObject).check(z.maxLength(maximumObjects)),
  }),
  reply: savedPart,
});
