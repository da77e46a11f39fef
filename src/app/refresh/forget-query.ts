import { findCalls } from './find-calls';
import { removedText } from './refresh-texts';
import type { RefreshParts } from './step';
import { writePrecomputations } from './write-precomputations';

/** Takes the stored result of a query away, until a refresh finds that someone searched with it. */
export async function forgetQuery(parts: RefreshParts, hash: string): Promise<void> {
  const { jira, storedQueries } = parts;
  const calls = await findCalls(parts, hash);
  const updates = calls.map(({ id }) => ({ id, error: removedText }));
  await writePrecomputations(jira, updates);
  await storedQueries.saveRemoval(hash);
  await storedQueries.delete(hash);
}
