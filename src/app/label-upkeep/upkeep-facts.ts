import * as z from 'zod/mini';
import { jobFacts } from '../jobs/job-facts';

const count = z.number();

/** As many as an admin looks through. */
export const maximumUnwritableKeys = 20;
/** Of a dry run: the first work items whose labels are old. */
export const maximumSamples = 10;
/** How many ids of objects are kept for each of them. */
export const maximumSampleIds = 100;

/** What an admin sees of a job that refreshes the stored labels of one field. */
export const upkeepFacts = z.object({
  ...jobFacts.shape,
  fieldId: z.string(),
  fieldName: z.string(),
  /** It only counts what it would write. */
  isDryRun: z.boolean(),
  phase: z.enum(['running', 'done', 'failed', 'canceled']),
  /** About how many work items that the app may see have a value; undefined until Jira was asked. */
  total: z.optional(count),
  /** About how many more the admin who started it saw then; absent in jobs of earlier versions. */
  unseen: z.optional(count),
  /** How many it has looked at. Each also counts below, unless its labels are current. */
  done: count,
  /** Work items with an old label, including those that were written. */
  outdated: count,
  written: count,
  /** Someone changed the field while the job looked at it, which stored the current labels. */
  changedMeanwhile: count,
  unwritable: count,
  unwritableKeys: z.array(z.string()).check(z.maxLength(maximumUnwritableKeys)),
  /** Of no shape that the app reads. */
  unreadable: count,
  /** The field isn't configured there, or the access token can't read its workspace or type. */
  unknown: count,
});
export type UpkeepFacts = z.infer<typeof upkeepFacts>;
