import { OutOfCalls } from './call-budget';
import { commitOutcomes, counted, type ListedOutcome } from './commit-outcomes';
import { leave, lookAtQuery } from './look-at-query';
import { listOn } from './list-step';
import type { Outcome } from './outcome';
import type { RefreshRun } from './refresh-run';
import { serviceFailureOf } from './service-failure';
import type { Slice, StepResult } from './step';
import { sizeOf, type ListedQuery } from './worklist';

/** So many are asked again at most where the app ends without a word. */
const queriesPerStep = 20;
/** Each may take as long as a query has. */
const mostPassedOver = 60;

/** Looks at the next queries of the list, then writes what changed. */
export async function queryStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  const { outcomes, stoppedBy, isLast, ...looked } = await lookAtNext(slice, run);
  const next = counted(looked.run, await commitOutcomes(slice, outcomes));
  return { run: isLast ? afterList(next) : next, stoppedBy };
}

function afterList(run: RefreshRun): RefreshRun {
  return run.isListedInPart ? listOn(run) : { ...run, phase: 'sweep' };
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

interface Looked {
  readonly outcomes: readonly ListedOutcome[];
  /** Nothing is counted in it yet. */
  readonly run: RefreshRun;
  readonly isLast: boolean;
  readonly stoppedBy?: unknown;
}

async function lookAtNext(slice: Slice, given: RefreshRun): Promise<Looked> {
  const outcomes: ListedOutcome[] = [];
  const doneEarlier = given.earlierLists.reduce((sum, list) => sum + sizeOf(list), 0);
  const firstIndex = given.done - doneEarlier;
  let run = { ...given, lackedToken: given.lackedToken || !slice.client };
  while (hasRoom(outcomes) && slice.now() < slice.endsAt) {
    const listed = await slice.worklist.find(run.worklist, firstIndex + outcomes.length);
    if (!listed) return { outcomes, run, isLast: true };
    const { outcome, stoppedBy, ...looked } = await tryToLookAt(slice, run, listed);
    run = looked.run;
    if (outcome) outcomes.push({ ...outcome, listed });
    if (stoppedBy !== undefined) return { outcomes, run, isLast: false, stoppedBy };
  }
  return { outcomes, run, isLast: false };
}

interface Tried {
  readonly run: RefreshRun;
  /** Absent where the query is to be looked at again. */
  readonly outcome?: Outcome;
  readonly stoppedBy?: unknown;
}

async function tryToLookAt(slice: Slice, run: RefreshRun, listed: ListedQuery): Promise<Tried> {
  try {
    const outcome = await lookAtQuery(slice, run, listed);
    return { outcome, run: { ...run, setbacks: 0 } };
  } catch (error) {
    const failure = serviceFailureOf(error);
    if (!failure || failure.kind === 'busy') return { run, stoppedBy: error };
    if (failure.kind !== 'noAnswer') {
      return { outcome: await leave(slice, listed, failure), run: { ...run, cannotAsk: failure } };
    }
    const stoppedBy = await findServicesFault(slice, run, error);
    if (stoppedBy !== undefined) return { run, stoppedBy };
    const outcome = await leave(slice, listed, failure);
    return { outcome, run: { ...run, passedOver: run.passedOver + 1 } };
  }
}

/**
 * Undefined where the service answers anything else: then it is the query's fault. Where no call is
 * left to find out, the query is looked at again once there is.
 */
async function findServicesFault(
  { client }: Slice,
  { passedOver }: RefreshRun,
  error: unknown,
): Promise<unknown> {
  if (!client || passedOver >= mostPassedOver) return error;
  return client.users.current().then(
    () => undefined,
    (other: unknown) => (other instanceof OutOfCalls ? other : error),
  );
}
