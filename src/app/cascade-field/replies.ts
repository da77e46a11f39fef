import * as z from 'zod/mini';
import { foundObjects, shownObject } from '../objects/replies';
import { queryError } from '../query-editor/replies';

/** What the editor needs to know of the configuration. */
export const cascadeFacts = z.object({
  /** In their order; at least one. */
  levels: z.array(
    z.object({
      levelId: z.string(),
      name: z.string(),
      isMultiple: z.boolean(),
      /** The earlier levels that its query refers to, in their order. */
      needs: z.array(z.string()),
      /** Of these, those where a further selected object can only add to what is offered. */
      growsWith: z.array(z.string()),
    }),
  ),
});
export type LevelFacts = z.infer<typeof cascadeFacts>['levels'][number];

/** Of what is selected on later levels, what is still allowed; other levels are left out. */
export const allowedSelections = z.object({
  levels: z.array(z.object({ levelId: z.string(), objectIds: z.array(z.string()) })),
});
export type AllowedLevel = z.infer<typeof allowedSelections>['levels'][number];

/** What the query of a level finds, or where it goes wrong. */
const levelCheck = z.discriminatedUnion('kind', [
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
