import { queryHash } from '../stored-queries/digests';
import { OutOfCalls } from './call-budget';
import { commitOutcomes, counted, type ListedOutcome } from './commit-outcomes';
import { doWithoutToken } from './do-without-token';
import { isJiraRefusal } from './jira-refusal';
import type { Outcome } from './outcome';
import { leaveAsItIs, recompute, skip } from './recompute';
import type { RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk } from './run-facts';
import { serviceFailureOf } from './service-failure';
import type { Slice, StepResult } from './step';
import type { ListedQuery } from './worklist';

/** So many are asked again at most where the app ends without a word. */
const queriesPerStep = 20;
/** After so many without an answer, one after the other, it is hardly the queries. */
const failuresBeforeWait = 3;
/** Where waiting did not help, those are passed over, and after as many more it is the service. */
const failuresBeforeEnd = 2 * failuresBeforeWait;

/** Looks at the next queries of the list, then writes what changed. */
export async function queryStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  const { outcomes, stoppedBy, isLast, ...state } = await lookAtNext(slice, run);
  const next = { ...counted(run, await commitOutcomes(slice, outcomes)), ...state };
  if (state.failuresInRow >= mostFailures(run)) return { run: backBeforeFailures(next), stoppedBy };
  return { run: isLast ? { ...next, phase: 'sweep' } : next, stoppedBy };
}

function mostFailures({ passesOver }: RefreshRun): number {
  return passesOver ? failuresBeforeEnd : failuresBeforeWait;
}

/** Those queries are asked again after the wait. */
function backBeforeFailures(run: RefreshRun): RefreshRun {
  const { done, failed, failuresInRow } = run;
  return {
    ...run,
    done: done - failuresInRow,
    failed: failed - failuresInRow,
    failuresInRow: 0,
  };
}

/** Written in one go, some hundred kilobytes a call, so that a step ends in time. */
const charactersPerStep = 4_000_000;

function hasRoom(outcomes: readonly ListedOutcome[]): boolean {
  const updates = outcomes.flatMap((outcome) => outcome.updates);
  const characters = updates.reduce(
    (sum, update) => sum + ('value' in update ? update.value : update.error).length,
    0,
  );
  return outcomes.length < queriesPerStep && characters < charactersPerStep;
}

interface Looked extends Pick<
  RefreshRun,
  'failuresInRow' | 'setbacks' | 'cannotAsk' | 'lackedToken'
> {
  readonly outcomes: ListedOutcome[];
  readonly isLast: boolean;
  readonly stoppedBy?: unknown;
}

async function lookAtNext(slice: Slice, run: RefreshRun): Promise<Looked> {
  const outcomes: ListedOutcome[] = [];
  let { failuresInRow, setbacks, cannotAsk } = run;
  const lackedToken = run.lackedToken || !slice.client;
  const ended = (end: { isLast: boolean; stoppedBy?: unknown }): Looked => ({
    ...{ outcomes, failuresInRow, setbacks, cannotAsk, lackedToken, ...end },
  });
  while (hasRoom(outcomes) && slice.now() < slice.endsAt) {
    const listed = await slice.worklist.find(run.worklist, run.done + outcomes.length);
    if (!listed) return ended({ isLast: true });
    try {
      outcomes.push({ ...(await lookAt(slice, { ...run, cannotAsk }, listed)), listed });
      [failuresInRow, setbacks] = [0, 0];
    } catch (error) {
      const failure = serviceFailureOf(error);
      if (!failure || failure.kind === 'busy') return ended({ isLast: false, stoppedBy: error });
      outcomes.push({ ...(await leave(slice, listed, failure)), listed });
      if (failure.kind === 'noAnswer') failuresInRow += 1;
      else cannotAsk = failure;
      if (failuresInRow >= mostFailures(run)) return ended({ isLast: false, stoppedBy: error });
    }
  }
  return ended({ isLast: false });
}

async function lookAt(slice: Slice, run: RefreshRun, listed: ListedQuery): Promise<Outcome> {
  const { client } = slice;
  if (isRemoved(slice, listed)) return skipped;
  if (!client) return (await doWithoutToken(slice, listed, 'noToken')) ?? notAsked;
  if (run.cannotAsk) return leave(slice, listed, run.cannotAsk);
  if (isUnused(slice, run, listed)) return skip(slice, listed);
  return ask({ ...slice, client, isAlwaysSaved: run.hashes !== undefined }, listed);
}

async function leave(
  slice: Slice,
  listed: ListedQuery,
  { kind, message }: CannotAsk,
): Promise<Outcome> {
  const outcome = kind === 'tokenRefused' ? await doWithoutToken(slice, listed, kind) : undefined;
  return outcome ?? leaveAsItIs(slice, listed, message);
}

const skipped: Outcome = { kind: 'skipped', updates: [], rowChanges: [] };
const notAsked: Outcome = { kind: 'notAsked', updates: [], rowChanges: [] };

/** Jira drops a result 7 days after the last search with it. */
const unusedMs = 6 * 24 * 60 * 60 * 1000;

function isUnused({ now }: Slice, { hashes }: RefreshRun, { usedAt }: ListedQuery): boolean {
  return !hashes && now() - usedAt >= unusedMs;
}

/**
 * Whether an admin took its result away, and nobody searched with it since.
 * @see docs/verified-on-a-real-site.md, 41
 */
function isRemoved({ removals }: Slice, { fieldId, query, usedAt }: ListedQuery): boolean {
  if (fieldId === undefined) return false;
  const removedAt = removals.get(queryHash(fieldId, query));
  return removedAt !== undefined && usedAt <= removedAt;
}

/** What Jira refuses concerns this query alone: its field, or how the field is written. */
async function ask(asking: Asking, listed: ListedQuery): Promise<Outcome> {
  try {
    return await askAgain(asking, listed);
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    asking.onError(error, 'queries');
    return leaveAsItIs(asking, listed, refreshTexts.jiraRefused);
  }
}

type Asking = Parameters<typeof recompute>[0] & Slice;

/** Once more at once where no answer came: a connection may break off, a service restart. */
async function askAgain(asking: Asking, listed: ListedQuery): Promise<Outcome> {
  return recompute(asking, listed).catch((error: unknown) => {
    if (serviceFailureOf(error)?.kind !== 'noAnswer') throw error;
    return recompute(asking, listed).catch((again: unknown) => {
      throw again instanceof OutOfCalls ? error : again;
    });
  });
}
