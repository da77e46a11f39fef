import * as z from 'zod/mini';
import { maximumIdsPerCall } from '../objects/object-id';
import { maximumLabelLength } from '../objects/stored-value';
import { maximumLevels } from './configuration';

export const levelId = z.guid();

/** What is selected; ids and labels as stored, so of any text. */
export const selections = z
  .array(
    z.strictObject({
      levelId,
      objects: z
        .array(
          z.strictObject({
            objectId: z.string().check(z.minLength(1), z.maxLength(255)),
            label: z.string().check(z.maxLength(maximumLabelLength)),
          }),
        )
        .check(z.maxLength(maximumIdsPerCall)),
    }),
  )
  .check(z.maxLength(maximumLevels));
