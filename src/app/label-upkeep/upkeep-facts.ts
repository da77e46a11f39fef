import * as z from 'zod/mini';
import { jobFacts } from '../jobs/job-facts';

const count = z.number();

/** As many as an admin looks through. */
export const maximumUnwritableKeys = 20;
/** Of a dry run: the first work items whose labels are old. */
export const maximumSamples = 10;
/** How many ids of objects are kept for each of them. */
export const maximumSampleIds = 100;

/** What became of work items. */
export const upkeepCounts = z.object({
  /** How many were looked at. Each also counts below, unless its labels are current. */
  done: count,
  /** Work items with an old label, including those that were written. */
  outdated: count,
  written: count,
  /** Someone changed the field while the job looked at it, which stored the current labels. */
  changedMeanwhile: count,
  unwritable: count,
  unwritableKeys: z.array(z.string()).check(z.maxLength(maximumUnwritableKeys)),
  /** Work items with a value of no shape that the app reads. */
  unreadable: count,
  /** Work items for which the field isn't configured. */
  unconfigured: z._default(count, 0),
  /** Work items where the access token can't read the field's workspace or type. */
  hidden: z._default(count, 0),
  /** Work items with an object whose type not every member of its workspace may read. */
  restricted: z._default(count, 0),
});
export type UpkeepCounts = z.infer<typeof upkeepCounts>;

/** The names of the counts, in the order in which an admin reads them. */
export const countKinds = [
  ...(['done', 'outdated', 'written', 'changedMeanwhile', 'unwritable'] as const),
  ...(['unreadable', 'unconfigured', 'hidden', 'restricted'] as const),
];

export const noCounts: UpkeepCounts = {
  ...{ done: 0, outdated: 0, written: 0, changedMeanwhile: 0, unwritable: 0, unwritableKeys: [] },
  ...{ unreadable: 0, unconfigured: 0, hidden: 0, restricted: 0 },
};

/** What an admin sees of a job that refreshes the stored labels of one field. */
export const upkeepFacts = z.object({
  ...jobFacts.shape,
  ...upkeepCounts.shape,
  fieldId: z.string(),
  fieldName: z.string(),
  /** It only counts what it would write. */
  isDryRun: z.boolean(),
  phase: z.enum(['running', 'done', 'failed', 'canceled']),
  /** About how many work items that the app may see have a value; undefined until Jira was asked. */
  total: z.optional(count),
  /** About how many more the admin who started it saw then; absent in jobs of earlier versions. */
  unseen: z.optional(count),
});
export type UpkeepFacts = z.infer<typeof upkeepFacts>;
