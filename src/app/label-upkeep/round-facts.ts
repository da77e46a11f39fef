import * as z from 'zod/mini';
import { jobFacts, jobTrouble } from '../jobs/job-facts';
import { upkeepCounts } from './upkeep-facts';

const epochMs = z.number();
const count = z.number();

/** How many of the fields that were passed over are told of: the first ones. */
export const maximumPassedOver = 20;

/** What became of the work items of all fields, once each. */
const round = z.object({
  ...upkeepCounts.shape,
  startedAt: epochMs,
  /** Absent until it looked at every field. */
  finishedAt: z.optional(epochMs),
  /** The fields whose other work items it left to the next round, and why. */
  passedOver: z
    .array(z.object({ fieldName: z.string(), reason: jobTrouble }))
    .check(z.maxLength(maximumPassedOver)),
});
export type Round = z.infer<typeof round>;

/** Where a round stands. */
export const roundField = z.object({
  fieldName: z.string(),
  /** About how many work items have a value; undefined until Jira was asked. */
  total: z.optional(count),
  done: count,
});

/** What an admin sees of the work of a day, and of the round that it is a part of. */
export const roundFacts = z.object({
  ...jobFacts.shape,
  phase: z.enum(['running', 'done', 'failed', 'canceled']),
  /** The round under way, or the one that this day ended. */
  round,
  /** Absent between two fields. */
  field: z.optional(roundField),
  /** How many work items it read from Jira today, and how many it tried to write. */
  day: z.object({ reads: count, writes: count }),
});
export type RoundFacts = z.infer<typeof roundFacts>;
