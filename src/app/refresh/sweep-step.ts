import { goodForMs, leftOut, rightAtOf } from '../stored-queries/freshness';
import { queryHash } from '../stored-queries/digests';
import { everyRow } from '../stored-queries/every-row';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { StoredQuery } from '../stored-queries/stored-query';
import type { RefreshRun } from './refresh-run';
import type { Slice, StepResult } from './step';
import type { Worklist } from './worklist';

/**
 * Deletes the rows of searches that wait while there is a token, and of results that Jira has
 * dropped, as nobody searched with them. A refresh of single queries leaves those to one of
 * everything. One that could not read all that Jira keeps, or read it in parts while that changed,
 * does not know which were dropped: it left them out.
 */
export async function sweepStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  if (run.unlisted === 0 && slice.client && !run.cannotAsk)
    await endWaiting(slice.storedQueries, run);
  if (run.hashes) return { run: { ...run, phase: 'repair' } };
  const { storedQueries, worklist, lastRun, now, endsAt } = slice;
  const isSure = run.unlisted === 0 && run.earlierLists.length === 0;
  const isListed = await among(worklist, [...run.earlierLists, run.worklist]);
  let sweptTo = run.sweptTo;
  do {
    const { rows, nextCursor } = await storedQueries.list(sweptTo);
    const dropped = rows.filter(({ hash, row }) => isOld(row, run) && !isListed(hash, row));
    for (const { hash, row } of dropped) {
      if (isSure || isLongOver(row, slice)) await storedQueries.delete(hash);
      else if (!row.isLeftOut) await storedQueries.save(leftOut(row, lastRun));
    }
    sweptTo = nextCursor;
  } while (sweptTo !== undefined && now() < endsAt);
  const phase = sweptTo === undefined ? 'repair' : run.phase;
  return { run: { ...run, phase, sweptTo, setbacks: 0 } };
}

/** Whoever searches gets a result by the token: nobody has to run these. */
async function endWaiting(storedQueries: StoredQueries, run: RefreshRun): Promise<void> {
  for await (const { hash, row } of everyRow(storedQueries.listPending)) {
    const isMeant = run.hashes?.includes(hash) ?? true;
    if (!isMeant || row.askedAt >= run.startedAt) continue;
    // Where the service failed at it alone there is none.
    if (await storedQueries.find(hash)) await storedQueries.deletePending(hash);
  }
}

/** A search takes what a person found for 10 minutes: Jira may get it after it was listed. */
const onItsWayMs = 15 * 60 * 1000;

function isOld({ computedAt }: StoredQuery, { startedAt }: RefreshRun): boolean {
  return computedAt < startedAt - onItsWayMs;
}

/** Twice as long as a result is good: by then Jira has dropped it, or a later refresh listed it. */
function isLongOver(row: StoredQuery, { lastRun, now }: Slice): boolean {
  return now() >= rightAtOf(row, lastRun) + 2 * goodForMs;
}

/** A call whose field could not be found may be of any row with its query. */
async function among(worklist: Worklist, lists: readonly RefreshRun['worklist'][]) {
  const hashes = new Set<string>();
  const queriesOfNoField = new Set<string>();
  for (const list of lists) {
    for (const { query, fieldId } of await worklist.read(list)) {
      if (fieldId === undefined) queriesOfNoField.add(query);
      else hashes.add(queryHash(fieldId, query));
    }
  }
  return (hash: string, { query }: StoredQuery) => hashes.has(hash) || queriesOfNoField.has(query);
}
