import * as z from 'zod/mini';
import { maximumIdsPerCall } from '../objects/object-id';
import { sentObject } from '../objects/stored-value';
import { maximumLevels } from './level-limits';

export const levelId = z.guid();

/** What is selected on each level. */
export const selections = z
  .array(
    z.strictObject({
      levelId,
      objects: z.array(sentObject).check(z.maxLength(maximumIdsPerCall)),
    }),
  )
  .check(z.maxLength(maximumLevels));
