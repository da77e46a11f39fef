import { JiraError } from '../platform/platform';
import { findCalls } from './find-calls';
import { removedText } from './refresh-texts';
import type { RefreshParts } from './step';
import { writePrecomputations } from './write-precomputations';

/**
 * Takes the stored result of a query away, until a refresh finds that someone searched with it.
 * @throws {JiraError} also where Jira refuses to take some of it away
 * @throws {StoreError}
 */
export async function forgetQuery(parts: RefreshParts, hash: string): Promise<void> {
  const { jira, storedQueries } = parts;
  const calls = await findCalls(parts, hash);
  const updates = calls.map(({ id }) => ({ id, error: removedText }));
  const refused = await writePrecomputations(jira, updates);
  if (refused.size > 0) throw new JiraError('Jira keeps a result to be removed', 'app', undefined);
  await storedQueries.saveRemoval(hash);
  await storedQueries.delete(hash);
}
