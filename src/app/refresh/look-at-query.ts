import { queryHash } from '../stored-queries/digests';
import { OutOfCalls } from './call-budget';
import { doWithoutToken } from './do-without-token';
import { isJiraRefusal } from '../platform/jira-refusal';
import type { Outcome } from './outcome';
import { leaveAsItIs, leaveOut, recompute } from './recompute';
import type { RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk } from './run-facts';
import { serviceFailureOf } from './service-failure';
import type { Slice } from './step';
import type { ListedQuery } from './worklist';

/**
 * What becomes of a query: mostly what the service answers now.
 * @throws {ServiceError} where it does not answer
 * @throws {OutOfCalls}, JiraError, StoreError
 */
export async function lookAtQuery(
  slice: Slice,
  run: RefreshRun,
  listed: ListedQuery,
): Promise<Outcome> {
  const { client } = slice;
  if (isRemoved(slice, listed)) return skipped;
  if (!client) return (await doWithoutToken(slice, listed, 'noToken')) ?? notAsked;
  if (run.cannotAsk) return leave(slice, listed, run.cannotAsk);
  if (isUnused(slice, run, listed)) return leaveOut(slice, listed, 'skipped');
  return ask({ ...slice, client, isAlwaysSaved: run.hashes !== undefined }, listed);
}

/** What becomes of a query that the service can't be asked for. @throws {StoreError}, JiraError */
export async function leave(
  slice: Slice,
  listed: ListedQuery,
  { kind, message }: CannotAsk,
): Promise<Outcome> {
  if (kind !== 'tokenRefused') return leaveAsItIs(slice, listed, message);
  return (await doWithoutToken(slice, listed, kind)) ?? leaveOut(slice, listed, 'notAsked');
}

const skipped: Outcome = { kind: 'skipped', updates: [], rowChanges: [] };
const notAsked: Outcome = { kind: 'notAsked', updates: [], rowChanges: [] };

/** Jira drops a result 7 days after the last search with it. */
const unusedMs = 6 * 24 * 60 * 60 * 1000;

function isUnused({ now }: Slice, { hashes }: RefreshRun, { usedAt }: ListedQuery): boolean {
  return !hashes && now() - usedAt >= unusedMs;
}

/**
 * Whether an admin took its result away, and nobody searched with it since.
 * @see docs/platform-assumptions.md, 41
 */
function isRemoved({ removals }: Slice, { fieldId, query, usedAt }: ListedQuery): boolean {
  if (fieldId === undefined) return false;
  const removedAt = removals.get(queryHash(fieldId, query));
  return removedAt !== undefined && usedAt <= removedAt;
}

/** What Jira refuses concerns this query alone: its field, or how the field is written. */
async function ask(asking: Asking, listed: ListedQuery): Promise<Outcome> {
  try {
    return await askAgain(asking, listed);
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    asking.onError(error, 'queries');
    return leaveAsItIs(asking, listed, refreshTexts.jiraRefused);
  }
}

type Asking = Parameters<typeof recompute>[0] & Slice;

/** Once more at once where no answer came: a connection may break off, a service restart. */
async function askAgain(asking: Asking, listed: ListedQuery): Promise<Outcome> {
  return recompute(asking, listed).catch((error: unknown) => {
    if (serviceFailureOf(error)?.kind !== 'noAnswer') throw error;
    return recompute(asking, listed).catch((again: unknown) => {
      throw again instanceof OutOfCalls ? error : again;
    });
  });
}
