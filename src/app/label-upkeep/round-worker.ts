import type { JobTrouble } from '../jobs/job-facts';
import { jobTroubleOf } from '../jobs/job-trouble';
import type { StepResult, WorkerDependencies } from '../jobs/sliced-job';
import { hasValue, quoteJql } from '../jql/jql-text';
import { type AppJira, type FoundIssue, listOwnFields, type OwnField } from '../platform/app-jira';
import { isJiraRefusal } from '../platform/platform';
import { type RoundEvent, roundKind, startDay } from './label-round';
import { createLabelSlices, failed } from './label-slices';
import { maximumPassedOver } from './round-facts';
import {
  createRoundStore,
  maximumReadsPerDay,
  maximumWritesPerDay,
  type RoundField,
  type RoundRun,
  roundTexts,
  stoppedText,
} from './round-run';
import { addCounts, refreshPage, type UpkeepSlice, workItemsOf } from './upkeep-page';

/** Works at the round that keeps the labels of all fields up to date, day after day. */
export function createRoundWorker(dependencies: WorkerDependencies) {
  const { platform, now } = dependencies;
  const { find, save, isOn } = createRoundStore(platform.store);
  const workAtSlice = createLabelSlices<RoundRun>(
    {
      ...{ kind: roundKind, texts: roundTexts, find, save, giveUp, isForEveryone: true },
      isCanceled: async () => !(await isOn()),
      step: (slice, run) => refreshNext(slice, run, now()),
    },
    dependencies,
  );
  return (event: RoundEvent): Promise<void> =>
    event.kind === roundKind ? workAtSlice(event) : startDay(dependencies, event);
}

/** Troubles that waiting doesn't mend, and that may keep only one field from being looked at. */
const troublesOfField: readonly JobTrouble[] = [
  'serviceUnreadable',
  'serviceRefused',
  'jiraRefused',
  'unexpected',
];

/** The next day begins where it stopped; what stops it there again only costs the rest of that field. */
function giveUp(run: RoundRun, error: unknown, hasWaited: boolean): RoundRun | undefined {
  const { field } = run;
  if (!hasWaited && !isJiraRefusal(error)) return undefined;
  const reason = jobTroubleOf(error);
  if (!field || !troublesOfField.includes(reason)) return failed(run, stoppedText(reason));
  const { failedOn = run.requestedAt } = field;
  if (failedOn < run.requestedAt) return passOver(run, field, reason);
  return failed({ ...run, field: { ...field, failedOn } }, stoppedText(reason));
}

function passOver(run: RoundRun, field: RoundField, reason: JobTrouble): RoundRun {
  const { fieldName } = field;
  const passedOver = [...run.round.passedOver, { fieldName, reason }].slice(0, maximumPassedOver);
  return { ...withoutField(run, field), setbacks: 0, round: { ...run.round, passedOver } };
}

function withoutField(run: RoundRun, { fieldId }: RoundField): RoundRun {
  return { ...run, field: undefined, doneFieldIds: [...run.doneFieldIds, fieldId] };
}

/** As many work items as one page of Jira's search has at most. */
const workItemsPerPage = 100;

/** @returns the run as it is after the next page of work items, with what that took in its day, also where it fails */
async function refreshNext(
  slice: UpkeepSlice,
  run: RoundRun,
  now: number,
): Promise<StepResult<RoundRun>> {
  const { day, field } = run;
  if (!field) return { run: await beginField(slice.jira, run, now) };
  const isSpent =
    day.reads > maximumReadsPerDay - workItemsPerPage || day.writes >= maximumWritesPerDay;
  if (isSpent) return { run: { ...run, phase: 'done' } };
  const costless = (stoppedBy: unknown): StepResult<RoundRun> => ({ run, stoppedBy });
  const result = await refreshField(slice, run, field).catch(costless);
  if (!isJiraRefusal(result.stoppedBy)) return result;
  try {
    const isThere = (await listFields(slice.jira)).some(({ id }) => id === field.fieldId);
    const next = isThere ? findResumed(result.run, field, now) : withoutField(result.run, field);
    return next ? { run: next } : result;
  } catch (stoppedBy) {
    return { ...result, stoppedBy };
  }
}

/** Goes on with a field that the round has not looked at yet; without one, the round is over. */
async function beginField(jira: AppJira, run: RoundRun, now: number): Promise<RoundRun> {
  const next = (await listFields(jira)).find(({ id }) => !run.doneFieldIds.includes(id));
  if (!next) return { ...run, phase: 'done', round: { ...run.round, finishedAt: now } };
  const { id: fieldId, name: fieldName, kind } = next;
  const place = { jql: workItemsOf(fieldId), pageOffset: 0, done: 0 };
  return { ...run, field: { fieldId, fieldName, kind, ...place }, setbacks: 0 };
}

async function listFields(jira: AppJira): Promise<OwnField[]> {
  return listOwnFields(await jira.listFields());
}

/** @throws {JiraError} before it reads a work item */
async function refreshField(
  slice: UpkeepSlice,
  run: RoundRun,
  field: RoundField,
): Promise<StepResult<RoundRun>> {
  const total = field.total ?? (await slice.jira.countIssues(hasValue(field.fieldId)));
  const maximumWrites = maximumWritesPerDay - run.day.writes;
  const result = await refreshPage(slice, field, { isDryRun: false, maximumWrites });
  const { reads, writes } = result.costs;
  const day = { reads: run.day.reads + reads, writes: run.day.writes + writes };
  if (!result.page) return { run: { ...run, day }, stoppedBy: result.stoppedBy };
  const { counts, next, last } = result.page;
  const after = {
    ...run,
    day,
    setbacks: 0,
    round: { ...run.round, ...addCounts(run.round, counts) },
  };
  if (!next) return { run: withoutField(after, field) };
  const createdAt = findCreatedAt(last) ?? field.createdAt;
  const done = field.done + counts.done;
  const place = { ...next, total, done, createdAt, failedOn: undefined };
  return { run: { ...after, field: { ...field, ...place } } };
}

/** Says when it was created, in milliseconds since the epoch; undefined where Jira doesn't. */
function findCreatedAt(issue: FoundIssue | undefined): number | undefined {
  const createdAt = Date.parse(String(issue?.fields['created']));
  return Number.isNaN(createdAt) ? undefined : createdAt;
}

/**
 * A page token that Jira doesn't take any more costs nothing but a search from the last work item on. Minutes
 * ago mean the same in every time zone.
 * @see docs/platform-assumptions.md, 81
 * @returns undefined where the token isn't to blame
 */
function findResumed(run: RoundRun, field: RoundField, now: number): RoundRun | undefined {
  const { fieldId, pageToken, createdAt, resumedFrom } = field;
  if (pageToken === undefined || createdAt === undefined || createdAt === resumedFrom) {
    return undefined;
  }
  const minutes = Math.ceil((now - createdAt) / 60_000) + 1;
  const jql = workItemsOf(fieldId, ` AND created >= ${quoteJql(`-${minutes}m`)}`);
  const place = { jql, pageToken: undefined, pageOffset: 0, resumedFrom: createdAt };
  return { ...run, field: { ...field, ...place } };
}
