import { goodForMs, leftOut, type QueryRecord, rightAtOf } from '../stored-queries/query-record';
import { queryHash } from '../stored-queries/stored-queries';
import type { RefreshRun, RefreshStep, Slice } from './run';

/**
 * Deletes the records of results that Jira dropped because nobody searched with them. Lists of the
 * storage lag behind, so each record is read again before it is changed. A refresh of single queries
 * skips this.
 */
export async function sweepStep(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  if (run.hashes) return { run: { ...run, phase: 'repair' } };
  const { storedQueries, now, endsAt } = slice;
  const fateOf = await createFates(slice, run);
  let { sweptTo } = run;
  do {
    const { rows, unreadable, nextCursor } = await storedQueries.list(sweptTo);
    const candidates = rows.filter(({ hash, row }) => fateOf(hash, row) !== 'stays');
    for (const { hash } of candidates) {
      const record = await storedQueries.find(hash);
      if (record) await sweep(slice, record, fateOf(hash, record));
    }
    // Records of another version of the app.
    for (const hash of unreadable) {
      if (!(await storedQueries.find(hash))) await storedQueries.delete(hash);
    }
    sweptTo = nextCursor;
  } while (sweptTo !== undefined && now() < endsAt);
  const phase = sweptTo === undefined ? 'repair' : run.phase;
  return { run: { ...run, phase, sweptTo, setbacks: 0 } };
}

type Fate = 'stays' | 'dropped' | 'leftOut';

async function sweep(
  { storedQueries, lastRun }: Slice,
  record: QueryRecord,
  fate: Fate,
): Promise<void> {
  if (fate === 'dropped') {
    await storedQueries.save({ ...record, result: undefined, trouble: undefined });
  } else if (fate === 'leftOut' && record.result && !record.result.isLeftOut) {
    await storedQueries.save({ ...record, result: leftOut(record.result, lastRun) });
  }
}

/** A search takes what a person found for 10 minutes: Jira may get it after it was listed. */
const onItsWayMs = 15 * 60 * 1000;

/**
 * A refresh that could not read all that Jira keeps does not know which results were dropped, so it marks
 * them as left out. It drops those that expired a week ago or more: Jira no longer has them.
 */
async function createFates({ worklist, lastRun, now }: Slice, run: RefreshRun) {
  const hashes = new Set<string>();
  // A call whose field could not be found may be of any record with its query.
  const queriesOfNoField = new Set<string>();
  for (const { query, fieldId } of await worklist.read(run.worklist)) {
    if (fieldId === undefined) queriesOfNoField.add(query);
    else hashes.add(queryHash(fieldId, query));
  }
  const isSure = run.unlisted === 0 && !run.isCutOff;

  return function fateOf(hash: string, { query, result }: QueryRecord): Fate {
    if (!result || result.computedAt >= run.startedAt - onItsWayMs) return 'stays';
    if (hashes.has(hash)) return 'stays';
    if (queriesOfNoField.has(query)) return 'leftOut';
    const isLongOver = now() >= rightAtOf(result, lastRun) + 2 * goodForMs;
    return isSure || isLongOver ? 'dropped' : 'leftOut';
  };
}
