import * as z from 'zod/mini';

const epochMs = z.number();

/** What an admin sees of every job that works in slices. */
export const jobFacts = z.object({
  runId: z.string(),
  startedAt: epochMs,
  finishedAt: z.optional(epochMs),
  waitingUntil: z.optional(epochMs),
  /** It waits for Jira's limit, not for the service's. */
  isWaitingForJira: z.optional(z.boolean()),
  /** Why it failed, in words for an admin. */
  message: z.optional(z.string()),
});
export type JobFacts = z.infer<typeof jobFacts>;
