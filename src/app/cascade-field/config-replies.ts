import * as z from 'zod/mini';
import { foundObjects, shownObject } from '../objects/objects-contract';
import { queryError } from '../query-editor/query-editor-contract';

/** What the query of a level finds, or where it goes wrong. */
const levelCheck = z.union([
  z.object({
    kind: z.literal('matches'),
    /** Absent where the query needs what is selected on another level; then no objects either. */
    total: z.optional(z.number()),
    first: z.array(shownObject),
  }),
  queryError,
]);
export type LevelCheck = z.infer<typeof levelCheck>;

/** One result for each level, in their order. */
export const cascadeCheck = z.object({ levels: z.array(levelCheck) });

/** What a level would offer, and the query that was sent for it, with labels in the place of ids. */
export const cascadePreview = z.extend(foundObjects, { query: z.string() });
