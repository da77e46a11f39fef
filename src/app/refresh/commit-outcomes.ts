import { StoreError } from '../platform/storage';
import type { Outcome } from './outcome';
import { leaveAsItIs } from './recompute';
import type { RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';
import { writePrecomputations } from './write-precomputations';

/** What is to become of a query of the list. */
export interface ListedOutcome extends Outcome {
  readonly listed: ListedQuery;
}

/**
 * Writes what changed: first in Jira, then in the rows, so that rows tell of nothing too early.
 * @returns what became of each: a query whose result Jira refuses stays as it is
 * @throws {JiraError} where Jira does not answer
 */
export async function commitOutcomes(
  slice: Slice,
  outcomes: readonly ListedOutcome[],
): Promise<Outcome[]> {
  const refused = await writePrecomputations(
    slice.jira,
    outcomes.flatMap(({ updates }) => updates),
  );
  const committed: Outcome[] = [];
  for (const outcome of outcomes) {
    const isRefused = outcome.updates.some(({ id }) => refused.has(id));
    const became = isRefused
      ? await leaveAsItIs(slice, outcome.listed, refreshTexts.jiraRefused)
      : outcome;
    committed.push(await saveRows(slice, became));
  }
  return committed;
}

/** A row that can't be kept fails its query alone; where nothing can be, neither can the run. */
async function saveRows({ storedQueries }: Slice, outcome: Outcome): Promise<Outcome> {
  try {
    for (const change of outcome.rowChanges) await change(storedQueries);
    return outcome;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ...outcome, kind: 'failed' };
  }
}

/** The run after these outcomes. */
export function counted(run: RefreshRun, outcomes: readonly Outcome[]): RefreshRun {
  const countOf = (kind: Outcome['kind']) =>
    outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    ...run,
    done: run.done + outcomes.length,
    written: run.written + countOf('written'),
    unchanged: run.unchanged + countOf('unchanged'),
    failed: run.failed + countOf('failed'),
    skipped: run.skipped + countOf('skipped'),
    expired: run.expired + countOf('expired'),
    waiting: run.waiting + countOf('waiting'),
    notAsked: run.notAsked + countOf('notAsked'),
  };
}
