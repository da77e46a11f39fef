import type { PrecomputationUpdate, UnattendedJira } from '../platform/unattended-jira';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { Outcome } from './outcome';
import type { RefreshRun } from './refresh-run';

/** How much one request to Jira carries; what it takes at most is not documented. */
const maximumBytes = 250_000;
const maximumUpdates = 50;

interface Dependencies {
  readonly jira: Pick<UnattendedJira, 'updatePrecomputations'>;
  readonly storedQueries: StoredQueries;
}

/** Writes what changed: first in Jira, then in the rows, so that rows tell of nothing too early. */
export async function commitOutcomes(
  { jira, storedQueries }: Dependencies,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sendUpdates(
    jira,
    outcomes.flatMap(({ updates }) => updates),
  );
  for (const change of outcomes.flatMap(({ rowChanges }) => rowChanges))
    await change(storedQueries);
}

/** In requests that are not too large; none for no updates. */
export async function sendUpdates(
  jira: Pick<UnattendedJira, 'updatePrecomputations'>,
  updates: readonly PrecomputationUpdate[],
): Promise<void> {
  for (const request of requestsOf(updates)) await jira.updatePrecomputations(request);
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

function requestsOf(updates: readonly PrecomputationUpdate[]): PrecomputationUpdate[][] {
  const requests: PrecomputationUpdate[][] = [];
  let room = 0;
  for (const update of updates) {
    const bytes = bytesOf(update);
    const current = requests.at(-1);
    if (!current || bytes > room || current.length >= maximumUpdates) {
      requests.push([update]);
      room = maximumBytes - bytes;
    } else {
      current.push(update);
      room -= bytes;
    }
  }
  return requests;
}

/** Of the update within a request. */
function bytesOf(update: PrecomputationUpdate): number {
  return Buffer.byteLength(JSON.stringify(update)) + 1;
}
