import type { UnattendedJira } from '../platform/unattended-jira';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { findCalls } from './find-calls';
import { isOver } from './refresh-run';
import { removedText } from './refresh-texts';
import type { RunStore } from './run-store';

interface Dependencies {
  /** Remembers what it was asked. */
  readonly jira: UnattendedJira;
  readonly storedQueries: StoredQueries;
  readonly runs: RunStore;
}

/** Takes the stored result of a query away. A refresh under way does not bring it back. */
export async function forgetQuery(dependencies: Dependencies, hash: string): Promise<void> {
  const { jira, storedQueries, runs } = dependencies;
  const calls = await findCalls(dependencies, hash);
  if (calls.length > 0) {
    await jira.updatePrecomputations(calls.map(({ id }) => ({ id, error: removedText })));
  }
  const run = await runs.find();
  if (run && !isOver(run) && !run.forgotten.includes(hash)) {
    await runs.save({ ...run, forgotten: [...run.forgotten, hash] });
  }
  await storedQueries.delete(hash);
}
