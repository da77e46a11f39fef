import * as z from 'zod/mini';

const epochMs = z.number();

/** What keeps a job from going on. */
export const jobTrouble = z.enum([
  'serviceCalls',
  'serviceBusy',
  'serviceDown',
  'serviceUnreadable',
  'serviceRefused',
  'tokenRefused',
  'cannotSend',
  'jiraShare',
  'jiraLimit',
  'jiraDown',
  'jiraRefused',
  'storageDown',
  'unexpected',
]);
export type JobTrouble = z.infer<typeof jobTrouble>;

/** What an admin sees of every job that works in slices. */
export const jobFacts = z.object({
  runId: z.string(),
  startedAt: epochMs,
  finishedAt: z.optional(epochMs),
  waitingUntil: z.optional(epochMs),
  /** Why it waits; absent where it doesn't, and in jobs of earlier versions. */
  waitReason: z.optional(jobTrouble),
  /** Why it failed, in words for an admin. */
  message: z.optional(z.string()),
});
export type JobFacts = z.infer<typeof jobFacts>;
