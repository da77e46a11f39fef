import { isJiraRefusal } from '../platform/jira-refusal';
import { StoreError } from '../platform/storage';
import type { PrecomputationUpdate, UnattendedJira } from '../platform/unattended-jira';
import { queryHash } from '../stored-queries/digests';
import { saysTheSame, type QueryRecord } from '../stored-queries/query-record';
import { takeSeat } from '../stored-queries/waiting-seats';
import { countOf, recordAfter, type QueryOutcome } from './outcome';
import { refreshTexts } from './refresh-texts';
import type { RefreshRun } from './run';
import type { Slice } from './slice';
import type { ListedQuery } from './worklist';

/** What was decided for a query of the list, and what that was based on. */
export interface Settled {
  readonly listed: ListedQuery;
  readonly record: QueryRecord | undefined;
  readonly outcome: QueryOutcome;
  readonly updates: readonly PrecomputationUpdate[];
}

/**
 * Writes what changed: first in Jira, then in the records, so that no record is ahead of Jira.
 * Everything may be done again.
 * @returns the run with what became of each: a query whose result Jira refuses stays as it is
 * @throws {JiraError} where Jira does not answer
 */
export async function perform(
  slice: Slice,
  run: RefreshRun,
  settled: readonly Settled[],
): Promise<RefreshRun> {
  const all = settled.flatMap(({ updates }) => updates);
  const refused = await writePrecomputations(slice.jira, all);
  const next = { ...run, done: run.done + settled.length };
  for (const { listed, record, updates, ...decided } of settled) {
    const isRefused = updates.some(({ id }) => refused.has(id));
    const outcome = isRefused ? jiraRefused : decided.outcome;
    const isKept = await keepRecord(slice, run, { listed, record, outcome });
    next[isKept ? countOf(outcome, updates.length) : 'failed'] += 1;
  }
  return next;
}

const jiraRefused: QueryOutcome = {
  kind: 'fail',
  message: refreshTexts.jiraRefused,
  isUnseen: false,
};

type Known = Omit<Settled, 'updates'>;

/** If a record can't be saved, only its query fails; if nothing can be saved, the run itself fails. */
async function keepRecord(slice: Slice, run: RefreshRun, settled: Known): Promise<boolean> {
  const { listed, record, outcome } = settled;
  const { fieldId, query } = listed;
  if (fieldId === undefined || !isChange(run, settled, nextOf(slice, settled))) return true;
  const hash = queryHash(fieldId, query);
  try {
    // A search may have written it since.
    const latest = await slice.storedQueries.find(hash);
    const next = nextOf(slice, { listed, record: latest, outcome });
    if (next) await slice.storedQueries.save(next);
    else if (latest ?? record) await slice.storedQueries.delete(hash);
    if (next?.waiting && !next.result) await takeSeat(slice, hash);
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return false;
  }
}

function nextOf({ now, lastRun }: Slice, { listed, record, outcome }: Known) {
  return recordAfter(outcome, record, listed, { now: now(), lastRun });
}

/** A query that someone asked to refresh gets its new time even if nothing else changed. */
function isChange(
  { hashes }: RefreshRun,
  { record, outcome }: Known,
  next: QueryRecord | undefined,
): boolean {
  if (hashes && outcome.kind === 'answer') return true;
  return record && next ? !saysTheSame(record, next) : record !== next;
}

/** A result of 1,000 objects has some 40 kB, and Jira has 5 s to answer. */
const mostBytes = 200_000;
const mostUpdates = 50;

/**
 * Writes in as many calls as it takes. What Jira refuses is written one by one, so that one update
 * keeps no other from being written; not where it refuses the app, whatever it writes.
 * @see docs/platform-assumptions.md, 45
 * @returns the ids of those that Jira refuses
 * @throws {JiraError} where it does not answer
 */
export async function writePrecomputations(
  jira: Pick<UnattendedJira, 'updatePrecomputations'>,
  updates: readonly PrecomputationUpdate[],
): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const batch of batchesOf(updates)) {
    for (const { id } of await findRefused(jira, batch)) refused.add(id);
  }
  return refused;
}

async function findRefused(
  jira: Pick<UnattendedJira, 'updatePrecomputations'>,
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
    if (bytes > room || batches.at(-1)?.length === mostUpdates) {
      batches.push([]);
      room = mostBytes;
    }
    batches.at(-1)?.push(update);
    room -= bytes;
  }
  return batches;
}
