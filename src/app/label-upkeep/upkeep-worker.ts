import * as z from 'zod/mini';
import { jobTroubleOf } from '../jobs/job-trouble';
import type { StepResult, WorkerDependencies } from '../jobs/sliced-job';
import { hasValue } from '../jql/jql-text';
import { isJiraRefusal } from '../platform/platform';
import { createLabelSlices, failed } from './label-slices';
import { maximumSampleIds, maximumSamples } from './upkeep-facts';
import {
  addCounts,
  type OutdatedIssue,
  refreshPage,
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

/** Works at the job that refreshes the stored labels of one field. */
export function createUpkeepWorker(dependencies: WorkerDependencies) {
  const { find, save, isCanceled } = createUpkeepStore(dependencies.platform.store);
  return createLabelSlices<UpkeepRun>(
    {
      ...{ kind: upkeepKind, texts: upkeepTexts, find, save, giveUp },
      isCanceled: ({ runId }) => isCanceled(runId),
      step: refreshNext,
    },
    dependencies,
  );
}

function giveUp(run: UpkeepRun, error: unknown, hasWaited: boolean): UpkeepRun | undefined {
  if (isJiraRefusal(error)) return failed(run, upkeepTexts.jiraRefused);
  return hasWaited ? failed(run, stoppedText(jobTroubleOf(error))) : undefined;
}

/** @returns the job as it is after the next work items, at most a page of 100 */
async function refreshNext(slice: UpkeepSlice, run: UpkeepRun): Promise<StepResult<UpkeepRun>> {
  const { fieldId, isDryRun } = run;
  const total = run.total ?? (await slice.jira.countIssues(hasValue(fieldId)));
  const position = { ...run, jql: workItemsOf(fieldId) };
  const result = await refreshPage(slice, position, { isDryRun, maximumWrites: Infinity });
  if (!result.page) return { run, stoppedBy: result.stoppedBy };
  const { next, counts, outdated } = result.page;
  const after: UpkeepRun = {
    ...run,
    ...(next ?? { phase: 'done' }),
    ...addCounts(run, counts),
    ...{ total, setbacks: 0 },
    samples: [...run.samples, ...outdated.map(sampleOf)].slice(0, maximumSamples),
  };
  return { run: after };
}

function sampleOf({ issue: { id: issueId, key }, workspaceId, objectIds }: OutdatedIssue) {
  return { issueId, key, workspaceId, objectIds: objectIds.slice(0, maximumSampleIds) };
}
