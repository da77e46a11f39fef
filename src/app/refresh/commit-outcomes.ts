import type { Outcome } from './outcome';
import type { RefreshRun } from './refresh-run';
import type { RefreshParts } from './step';

/** Writes what changed: first in Jira, then in the rows, so that rows tell of nothing too early. */
export async function commitOutcomes(
  { jira, storedQueries }: Pick<RefreshParts, 'jira' | 'storedQueries'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  const updates = outcomes.flatMap((outcome) => outcome.updates);
  if (updates.length > 0) await jira.updatePrecomputations(updates);
  for (const change of outcomes.flatMap(({ rowChanges }) => rowChanges))
    await change(storedQueries);
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
  };
}
