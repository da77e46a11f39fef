import * as z from 'zod/mini';
import { createMeteredClient } from '../jobs/call-budget';
import { jobTroubleOf } from '../jobs/job-trouble';
import { createSliceWorker, type WorkerDependencies } from '../jobs/sliced-job';
import { hasValue } from '../jql/jql-text';
import { createBackgroundJira } from '../platform/background-jira';
import { isJiraRefusal } from '../platform/platform';
import { serviceFailureOf } from '../refresh/service-failure';
import { createLabelBook } from './label-book';
import { maximumSampleIds, maximumSamples } from './upkeep-facts';
import {
  addCounts,
  type OutdatedIssue,
  upkeepPage,
  type UpkeepSlice,
  workItemsOf,
} from './upkeep-page';
import {
  createUpkeepStore,
  upkeepKind,
  stoppedText,
  type UpkeepRun,
  upkeepTexts,
} from './upkeep-run';

export const upkeepEvent = z.object({
  kind: z.literal(upkeepKind),
  runId: z.string(),
  slice: z.number(),
});

/** The function's key in manifest.yml, for the log. */
const functionKey = 'refresh-work';
/** Half of what the refresh may have: no result of a search waits for it. */
const callsPerWindow = 100;

/** Works at the job that refreshes stored labels. A page that is read again is not written again. */
export function createUpkeepWorker(dependencies: WorkerDependencies) {
  const { platform, adminToken, now, log } = dependencies;
  const runs = createUpkeepStore(platform.store);
  const isCanceled = ({ runId }: UpkeepRun) => runs.isCanceled(runId);

  return createSliceWorker<UpkeepRun, UpkeepSlice | undefined>(
    {
      kind: upkeepKind,
      callsPerWindow,
      ...{ find: runs.find, save: runs.save, isCanceled, giveUp },
      async openSlice(_, { budget }) {
        const token = await adminToken.find();
        return token === undefined
          ? undefined
          : {
              jira: createBackgroundJira({ platform, now }),
              labels: createLabelBook(createMeteredClient(platform, budget, token)),
              sources: new Map(),
            };
      },
      async step(slice, run) {
        if (await isCanceled(run)) return { run: { ...run, phase: 'canceled' } };
        if (!slice) return { run: failed(run, upkeepTexts.tokenMissing) };
        return { run: await upkeepStep(slice, run) };
      },
      end: (run) => runs.save({ ...run, finishedAt: now(), movedAt: now() }),
      log: (error) => log({ functionKey, phase: upkeepKind }, error),
    },
    dependencies,
  );
}

function giveUp(run: UpkeepRun, error: unknown, hasWaited: boolean): UpkeepRun | undefined {
  const failure = serviceFailureOf(error);
  if (failure?.kind === 'tokenRefused') return failed(run, upkeepTexts.tokenRefused);
  if (failure?.kind === 'cannotSend') return failed(run, failure.message);
  if (isJiraRefusal(error)) return failed(run, upkeepTexts.jiraRefused);
  return hasWaited ? failed(run, stoppedText(jobTroubleOf(error))) : undefined;
}

function failed(run: UpkeepRun, message: string): UpkeepRun {
  return { ...run, phase: 'failed', message };
}

/** @returns the job as it is after the next work items, at most a page of 100 */
async function upkeepStep(slice: UpkeepSlice, run: UpkeepRun): Promise<UpkeepRun> {
  const { fieldId, isDryRun } = run;
  const total = run.total ?? (await slice.jira.countIssues(hasValue(fieldId)));
  const position = { ...run, jql: workItemsOf(fieldId) };
  const page = await upkeepPage(slice, position, { isDryRun, maximumWrites: Infinity });
  return {
    ...run,
    ...(page.next ?? { phase: 'done' }),
    ...addCounts(run, page.counts),
    ...{ total, setbacks: 0 },
    samples: [...run.samples, ...page.outdated.map(sampleOf)].slice(0, maximumSamples),
  };
}

function sampleOf({ issue: { id: issueId, key }, workspaceId, objectIds }: OutdatedIssue) {
  return { issueId, key, workspaceId, objectIds: objectIds.slice(0, maximumSampleIds) };
}
