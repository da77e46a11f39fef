import type { StoredQuery } from './stored-query';

/** How long a result is good that is not computed again. */
export const goodForMs = 7 * 24 * 60 * 60 * 1000;

/** The last refresh of everything that asked the service and came to its end. */
interface CompleteRun {
  readonly startedAt: number;
}

/**
 * When the results of a query were last known to be right, every one that is kept of it, in
 * milliseconds since the epoch. What a refresh finds unchanged it does not write: it vouches for
 * every result of a token that it did not leave out.
 */
export function rightAtOf(
  { credential, rightAt, isLeftOut }: Pick<StoredQuery, 'credential' | 'rightAt' | 'isLeftOut'>,
  lastRun: CompleteRun | null | undefined,
): number {
  if (isLeftOut || credential === 'person' || !lastRun) return rightAt;
  return Math.max(rightAt, lastRun.startedAt);
}

/** The row of a query that a refresh left out, or failed to ask. */
export function leftOut(row: StoredQuery, lastRun: CompleteRun | undefined): StoredQuery {
  return { ...row, rightAt: rightAtOf(row, lastRun), isLeftOut: true };
}
