import { isJiraRefusal } from '../platform/jira-refusal';
import type { PrecomputationUpdate, AppJira } from '../platform/app-jira';

/** A result of 1,000 objects has some 40 kB, and Jira has 5 s to answer. */
const maximumBytesPerCall = 200_000;
const maximumUpdatesPerCall = 50;

type Writer = Pick<AppJira, 'updatePrecomputations'>;

/**
 * Writes in as many calls as it takes. What Jira refuses is written one by one, so that one update
 * keeps no other from being written; not where it refuses the app, whatever it writes.
 * @see docs/platform-assumptions.md, 45
 * @returns the ids of those that Jira refuses
 * @throws {JiraError} where it does not answer
 */
export async function writePrecomputations(
  jira: Writer,
  updates: readonly PrecomputationUpdate[],
): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const batch of batchesOf(updates)) {
    for (const { id } of await findRefused(jira, batch)) refused.add(id);
  }
  return refused;
}

async function findRefused(
  jira: Writer,
  batch: readonly PrecomputationUpdate[],
): Promise<readonly PrecomputationUpdate[]> {
  try {
    await jira.updatePrecomputations(batch);
    return [];
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    if (batch.length === 1 || error.status === 403) return batch;
  }
  const refused: PrecomputationUpdate[] = [];
  for (const update of batch) refused.push(...(await findRefused(jira, [update])));
  return refused;
}

function batchesOf(updates: readonly PrecomputationUpdate[]): PrecomputationUpdate[][] {
  const batches: PrecomputationUpdate[][] = [];
  let room = 0;
  for (const update of updates) {
    const bytes = Buffer.byteLength(JSON.stringify(update));
    if (bytes > room || batches.at(-1)?.length === maximumUpdatesPerCall) {
      batches.push([]);
      room = maximumBytesPerCall;
    }
    batches.at(-1)?.push(update);
    room -= bytes;
  }
  return batches;
}
