import { StoreError } from '../platform/storage';
import type { PrecomputationUpdate } from '../platform/app-jira';
import { queryHash } from '../stored-queries/digests';
import type { QueryRecord } from '../stored-queries/query-record';
import { saysTheSame } from '../stored-queries/stored-queries';
import { takeSeat } from '../stored-queries/waiting-seats';
import type { ListedQuery } from './listed-queries';
import { countOf, jiraRefused, recordAfter, type QueryOutcome } from './outcome';
import type { RefreshRun } from './run';
import type { Slice } from './slice';
import { writePrecomputations } from './write-precomputations';

/** What was decided for a query of the list, and what that was based on. */
export interface DecidedResult {
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
export async function applyResults(
  slice: Slice,
  run: RefreshRun,
  results: readonly DecidedResult[],
): Promise<RefreshRun> {
  const all = results.flatMap(({ updates }) => updates);
  const refused = await writePrecomputations(slice.jira, all);
  const next = { ...run, done: run.done + results.length };
  for (const { listed, record, updates, ...decided } of results) {
    const isRefused = updates.some(({ id }) => refused.has(id));
    const outcome = isRefused ? jiraRefused : decided.outcome;
    const isKept = await keepRecord(slice, run, { listed, record, outcome });
    next[isKept ? countOf(outcome, updates.length) : 'failed'] += 1;
  }
  return next;
}

type Known = Omit<DecidedResult, 'updates'>;

/** If a record can't be saved, only its query fails; if nothing can be saved, the run itself fails. */
async function keepRecord(slice: Slice, run: RefreshRun, decided: Known): Promise<boolean> {
  const { listed, record, outcome } = decided;
  const { fieldId, query } = listed;
  if (fieldId === undefined || !isChange(run, decided, nextOf(slice, decided))) return true;
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
