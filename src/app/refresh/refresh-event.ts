import * as z from 'zod/mini';

/** What the queue brings. */
export const refreshEvent = z.discriminatedUnion('kind', [
  /** The refresh of the day is due. */
  z.object({ kind: z.literal('daily'), requestedAt: z.number() }),
  /** Everything is to be refreshed once more. */
  z.object({ kind: z.literal('all'), requestedAt: z.number() }),
  /** The next slice of a run. */
  z.object({ kind: z.literal('slice'), runId: z.string(), slice: z.number() }),
  /** Take the stored result of a query away. */
  z.object({ kind: z.literal('forget'), hash: z.string(), attempt: z.number() }),
  /** Give searches what a person found with their own account. */
  z.object({ kind: z.literal('deliver'), hash: z.string(), attempt: z.number() }),
]);
export type RefreshEvent = z.infer<typeof refreshEvent>;
