import * as z from 'zod/mini';
import { jobFacts } from '../jobs/job-facts';

const epochMs = z.number();
const count = z.number();

const cannotAsk = z.object({
  kind: z.enum(['tokenRefused', 'cannotSend', 'busy', 'noAnswer']),
  /** In words for an admin. */
  message: z.string(),
});
export type CannotAsk = z.infer<typeof cannotAsk>;

/** As many as an admin looks through. */
export const maximumLeftAlone = 20;
/** The keys of the first issues with a value that was left alone: one for each value. */
export const leftAloneKeys = z.array(z.string()).check(z.maxLength(maximumLeftAlone));

const { runId, ...shownOfJob } = jobFacts.shape;

/** What an admin sees of a refresh: how far it got, and what became of the queries. */
export const shownRun = z.object({
  ...shownOfJob,
  kind: z.enum(['daily', 'demand']),
  phase: z.enum(['list', 'queries', 'sweep', 'repair', 'done', 'failed']),
  /** Distinct queries, those with more than 200 calls several times; and how many it has looked at. */
  total: count,
  done: count,
  /** What became of those: each counts once. */
  written: count,
  unchanged: count,
  failed: count,
  /** Nobody has searched with them for days, or since an admin removed them. */
  skipped: count,
  expired: count,
  /** They have no result, and there is no access token that could get one. */
  waiting: count,
  /** They have a result, and there is no access token that could refresh it, or it is refused. */
  notAsked: count,
  /** Queries on fields that the app can't see: they keep their results. */
  unseen: count,
  /** The token's owner can't read their objects any more: they keep their results for 7 days. */
  accessLost: count,
  /** Entries of Jira's list that the app can't read. */
  unlisted: count,
  /** Jira keeps more searches than one refresh can hold. */
  isCutOff: z.boolean(),
  /** Values written from outside whose search data was filled in. */
  repaired: count,
  /** Values that the app can't read, or whose search data Jira doesn't take. */
  leftAlone: count,
  leftAloneKeys,
  /** The names of the first fields that have such values. */
  leftAloneFields: z.array(z.string()).check(z.maxLength(maximumLeftAlone)),
});
export type ShownRun = z.infer<typeof shownRun>;

/** What the app itself goes by, too. */
export const runFacts = z.object({
  ...shownRun.shape,
  runId,
  /** The queries that it was asked for; all of them where absent. */
  hashes: z.optional(z.array(z.string())),
  /** Why the service can't be asked any more in this run. */
  cannotAsk: z.optional(cannotAsk),
  /** When the schedule came for the last daily refresh that came to its end; absent before. */
  dailyRequestedAt: z.optional(epochMs),
});
export type RunFacts = z.infer<typeof runFacts>;

/** Whether the last refresh found that the service refuses the token that was set at this time. */
export function foundTokenRefused(run: RunFacts | undefined, setAt: number): boolean {
  return run?.cannotAsk?.kind === 'tokenRefused' && run.startedAt >= setAt;
}
