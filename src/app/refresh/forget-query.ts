import { findCalls } from './find-calls';
import { isOver } from './refresh-run';
import { removedText } from './refresh-texts';
import type { RunStore } from './run-store';
import type { RefreshParts } from './step';
import { writePrecomputations } from './write-precomputations';

/** Takes the stored result of a query away. A refresh under way does not bring it back. */
export async function forgetQuery(
  parts: RefreshParts,
  runs: RunStore,
  hash: string,
): Promise<void> {
  const { jira, storedQueries } = parts;
  const calls = await findCalls(parts, hash);
  const updates = calls.map(({ id }) => ({ id, error: removedText }));
  await writePrecomputations(jira, updates);
  const run = await runs.find();
  if (run && !isOver(run) && !run.forgotten.includes(hash)) {
    await runs.save({ ...run, forgotten: [...run.forgotten, hash] });
  }
  await storedQueries.delete(hash);
}
