import * as z from 'zod/mini';
import { createMeteredClient } from '../jobs/call-budget';
import { jobTroubleOf } from '../jobs/job-trouble';
import { createSliceWorker, type WorkerDependencies } from '../jobs/sliced-job';
import { hasValue } from '../jql/jql-text';
import {
  type AppJira,
  type FoundIssue,
  findWorkTypePlace,
  placeFields,
  type WorkTypePlace,
} from '../platform/app-jira';
import { createBackgroundJira } from '../platform/background-jira';
import { isJiraRefusal } from '../platform/platform';
import { writeUnchanged } from '../platform/write-values';
import { serviceFailureOf } from '../refresh/service-failure';
import {
  addQuestions,
  callsToAsk,
  createLabelBook,
  findLabelSources,
  type FieldEntries,
  type LabelBook,
  type LabelSources,
  type Questions,
} from './label-book';
import { type FieldEntry, entriesOf, relabel } from './relabel-value';
import { maximumSampleIds, maximumSamples, maximumUnwritableKeys } from './upkeep-facts';
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
        return { run: await upkeepPage(slice, run) };
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

interface UpkeepSlice {
  readonly jira: AppJira;
  readonly labels: LabelBook;
  /** By project and work type; undefined where the field isn't configured there. */
  readonly sources: Map<string, LabelSources | undefined>;
}

/** Those of one slice are enough for five times as many. */
const maximumCallsAtOnce = 20;

/**
 * Looks at the next work items of a job, at most a page of 100, and writes those whose labels are old.
 * @returns the job as it is then
 */
async function upkeepPage(slice: UpkeepSlice, run: UpkeepRun): Promise<UpkeepRun> {
  const { jira } = slice;
  const { fieldId, pageToken, pageOffset } = run;
  const total = run.total ?? (await jira.countIssues(hasValue(fieldId)));
  // These never change, so nothing moves from a later page to an earlier one.
  const jql = `${hasValue(fieldId)} ORDER BY created ASC, key ASC`;
  const page = await jira.searchIssues(jql, [fieldId, ...placeFields], pageToken);
  const issues = takeIssues(await placeIssues(slice, run, page.issues.slice(pageOffset)));
  const checked = await checkLabels(slice, run, issues);
  const rewritten = await writeUnchanged(jira, fieldId, run.isDryRun ? [] : checked.outdated);
  const isPageDone = pageOffset + issues.length >= page.issues.length;
  const next = isPageDone
    ? { pageToken: page.nextPageToken, pageOffset: 0 }
    : { pageOffset: pageOffset + issues.length };
  const isLast = isPageDone && page.nextPageToken === undefined;
  return {
    ...run,
    ...next,
    phase: isLast ? 'done' : run.phase,
    total,
    setbacks: 0,
    done: run.done + issues.length,
    outdated: run.outdated + checked.outdated.length,
    unreadable: run.unreadable + checked.unreadable,
    unknown: run.unknown + checked.unknown,
    written: run.written + rewritten.written,
    changedMeanwhile: run.changedMeanwhile + rewritten.changedMeanwhile,
    unwritable: run.unwritable + rewritten.refusedKeys.length,
    unwritableKeys: [...run.unwritableKeys, ...rewritten.refusedKeys].slice(
      0,
      maximumUnwritableKeys,
    ),
    samples: [...run.samples, ...checked.outdated.map(sampleOf)].slice(0, maximumSamples),
  };
}

interface IssueEntries extends FieldEntries {
  readonly issue: FoundIssue;
}

/** An id of another workspace or type is no object of the field, as everywhere in the app. */
async function placeIssues(
  slice: UpkeepSlice,
  { kind, fieldId }: UpkeepRun,
  issues: readonly FoundIssue[],
): Promise<IssueEntries[]> {
  const placed: IssueEntries[] = [];
  for (const issue of issues) {
    const place = findWorkTypePlace(issue.fields);
    const sources = place && (await findSources(slice, { kind, fieldId }, place));
    placed.push({ issue, sources, entries: entriesOf(kind, issue.fields[fieldId]) });
  }
  return placed;
}

/** As many issues as have objects that one slice can look up, and at least one. */
function takeIssues(issues: readonly IssueEntries[]): IssueEntries[] {
  const questions: Questions = new Map();
  const end = issues.findIndex((issue, index) => {
    addQuestions(questions, issue);
    return index > 0 && callsToAsk(questions) > maximumCallsAtOnce;
  });
  return end < 0 ? [...issues] : issues.slice(0, end);
}

interface Outdated {
  readonly issue: FoundIssue;
  readonly workspaceId: string;
  readonly value: object;
  readonly objectIds: readonly string[];
}

async function checkLabels(
  { labels }: UpkeepSlice,
  { kind, fieldId }: UpkeepRun,
  issues: readonly IssueEntries[],
) {
  const outdated: Outdated[] = [];
  let [unreadable, unknown] = [0, 0];
  await labels.read(issues);
  for (const placed of issues) {
    const { issue, sources } = placed;
    if (!sources || labels.isUnreadable(placed)) {
      unknown += 1;
      continue;
    }
    const labelOf = (object: FieldEntry) => labels.labelOf(sources, object);
    const relabeled = relabel(kind, issue.fields[fieldId], labelOf);
    if (relabeled.kind === 'unreadable') unreadable += 1;
    if (relabeled.kind !== 'outdated') continue;
    const { value, objectIds } = relabeled;
    outdated.push({ issue, workspaceId: sources.workspaceId, value, objectIds });
  }
  return { outdated, unreadable, unknown };
}

async function findSources(
  { jira, sources }: UpkeepSlice,
  { kind, fieldId }: Pick<UpkeepRun, 'kind' | 'fieldId'>,
  place: WorkTypePlace,
): Promise<LabelSources | undefined> {
  const key = `${place.projectId} ${place.workTypeId}`;
  if (!sources.has(key)) {
    const [stored] = await jira.listFieldConfigurations(fieldId, place);
    sources.set(key, findLabelSources(kind, stored));
  }
  return sources.get(key);
}

function sampleOf({ issue: { id: issueId, key }, workspaceId, objectIds }: Outdated) {
  return { issueId, key, workspaceId, objectIds: objectIds.slice(0, maximumSampleIds) };
}
