import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { selections } from './selections-payload';

/** Gives a part of the chosen work items this path; none at all clears them. */
export const saveBulkPath = resolverFunction({
  key: 'saveBulkPath',
  payload: z.strictObject({ offset, selections }),
  reply: savedPart,
});
