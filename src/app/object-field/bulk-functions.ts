import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { maximumLabelLength, maximumObjects } from '../objects/stored-value';

/** Changes a part of the chosen work items, each by itself, with the labels of now. */
export const saveBulkObjects = resolverFunction({
  key: 'saveBulk',
  payload: z.strictObject({
    offset,
    operation: z.enum(['set', 'add', 'remove', 'clear']),
    objects: z
      .array(
        z.strictObject({
          objectId: z.string().check(z.minLength(1), z.maxLength(255)),
          label: z.string().check(z.maxLength(maximumLabelLength)),
        }),
      )
      .check(z.maxLength(maximumObjects)),
  }),
  reply: savedPart,
});
