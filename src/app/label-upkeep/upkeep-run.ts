import * as z from 'zod/mini';
import type { JobTrouble } from '../jobs/job-facts';
import { stopText } from '../jobs/stop-texts';
import { keptBetweenSlices } from '../jobs/sliced-job';
import type { OwnField } from '../platform/app-jira';
import type { KeyValueStore } from '../platform/storage';
import { maximumSampleIds, maximumSamples, noCounts, upkeepFacts } from './upkeep-facts';

/** Why a job ended before it was done, for an admin. */
export const upkeepTexts = {
  tokenMissing:
    'The access token was removed, so the job stopped. Save a token, then start the job again.',
  tokenRefused: stopText(
    'tokenRefused',
    'job',
    'Save another one under Token, then start the job again.',
  ),
  jiraRefused:
    'Jira can’t search this field, or lost track of where the job was. Start it again: labels that are already refreshed are skipped.',
  unexpected: stoppedText('unexpected'),
} as const;

/** Why a job ended that had waited for as long as it may. */
export function stoppedText(trouble: JobTrouble): string {
  return stopText(trouble, 'job', 'Start it again.');
}

export const upkeepKind = 'labels';

const sample = z.object({
  issueId: z.string(),
  key: z.string(),
  workspaceId: z.string(),
  /** The objects of the field whose labels are old. Absent in jobs of earlier versions. */
  objectIds: z._default(z.array(z.string()).check(z.maxLength(maximumSampleIds)), []),
});

/** A job as it is stored between its slices: whatever happens, it continues from here. */
const upkeepRun = z.extend(upkeepFacts, {
  ...keptBetweenSlices,
  kind: z.enum(['object', 'cascade']),
  /** The page of work items that is read, and how many of it were looked at. */
  pageToken: z.optional(z.string()),
  pageOffset: z.number(),
  /** The first work items with an old label, without the labels: those are read when they are shown. */
  samples: z.array(sample).check(z.maxLength(maximumSamples)),
});
export type UpkeepRun = z.infer<typeof upkeepRun>;

interface Beginning {
  readonly runId: string;
  readonly field: OwnField;
  readonly isDryRun: boolean;
  readonly unseen: number;
  readonly now: number;
  /** The calls of the job before count too. */
  readonly calls: UpkeepRun['calls'];
}

export function newUpkeepRun(beginning: Beginning): UpkeepRun {
  const { runId, field, isDryRun, unseen, now, calls } = beginning;
  return {
    version: 1,
    ...{ runId, fieldId: field.id, fieldName: field.name, kind: field.kind, isDryRun, unseen },
    ...{ phase: 'running', startedAt: now, movedAt: now, slice: 0, pageOffset: 0 },
    ...noCounts,
    ...{ samples: [], setbacks: 0, calls },
  };
}

const runKey = 'labels:run';
/** Apart from the job, which a slice under way would overwrite. */
const cancelKey = 'labels:cancel';

const canceled = z.object({ version: z.literal(1), runId: z.string() });

/** What is kept of jobs. Every call throws StoreError where the platform's storage fails. */
export function createUpkeepStore(store: KeyValueStore) {
  return {
    /** The job under way, or the last one; undefined before the first, and for one of another version. */
    find: async () => upkeepRun.safeParse(await store.find(runKey)).data,
    save: (run: UpkeepRun) => store.set(runKey, run),
    cancel: (runId: string) => store.set(cancelKey, { version: 1, runId }),
    isCanceled: async (runId: string) =>
      canceled.safeParse(await store.find(cancelKey)).data?.runId === runId,
  };
}
