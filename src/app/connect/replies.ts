import * as z from 'zod/mini';

/** A search that has no result until someone runs its query with their own account. */
const waitingSearch = z.object({
  hash: z.string(),
  query: z.string(),
  fieldName: z.string(),
  /** Milliseconds since the epoch. */
  askedAt: z.number(),
});
export type WaitingSearch = z.infer<typeof waitingSearch>;

export const waitingSearches = z.object({
  /** Whether admins allow that people run them. */
  isAllowed: z.boolean(),
  /** The time that ages are counted from. */
  now: z.number(),
  /** At most 500; there are more where `nextCursor` is given. */
  searches: z.array(waitingSearch),
  nextCursor: z.optional(z.string()),
});

export const finishedSearch = z.object({
  objectCount: z.number(),
  /** Milliseconds since they were found, by whoever ran the search. */
  ageMs: z.number(),
});
