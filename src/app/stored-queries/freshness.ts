import type { LastRun, StoredQuery } from './stored-query';

/** How long a result is good that is not computed again. */
export const goodForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * When the results of a query were last known to be right, every one that is kept of it, in
 * milliseconds since the epoch. What a refresh finds unchanged it does not write: it vouches for
 * every result of a token that it did not leave out.
 */
export function rightAtOf(
  { credential, rightAt, isLeftOut }: Pick<StoredQuery, 'credential' | 'rightAt' | 'isLeftOut'>,
  lastRun: Pick<LastRun, 'startedAt'> | null | undefined,
): number {
  if (isLeftOut || credential === 'person' || !lastRun) return rightAt;
  return Math.max(rightAt, lastRun.startedAt);
}

/** The row of a query that a refresh left out, or failed to ask. */
export function leftOut(row: StoredQuery, lastRun: LastRun | undefined): StoredQuery {
  return { ...row, rightAt: rightAtOf(row, lastRun), isLeftOut: true };
}

/**
 * The row of a result that only some searches with its query have got: others keep what is known.
 * All of them end with the oldest, and are marked as a person's where any is.
 */
export function besideOlder(
  row: StoredQuery,
  known: StoredQuery,
  lastRun: LastRun | undefined,
): StoredQuery {
  return {
    ...row,
    credential: known.credential === 'person' ? 'person' : row.credential,
    rightAt: Math.min(row.rightAt, rightAtOf(known, lastRun)),
    isLeftOut: known.isLeftOut,
  };
}
