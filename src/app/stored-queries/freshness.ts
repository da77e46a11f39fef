import type { StoredQuery } from './stored-query';

/** How long a result is good that is not computed again. */
export const goodForMs = 7 * 24 * 60 * 60 * 1000;

type Times = Pick<StoredQuery, 'credential' | 'computedAt' | 'oldestAt' | 'rightAt'>;

/**
 * When the results of a query were last known to be right, every one that is kept of it, in
 * milliseconds since the epoch. What a refresh finds unchanged it does not write: it vouches for
 * every result of a token whose row says nothing else.
 * @param lastRun the last refresh of everything that asked the service and came to its end
 */
export function rightAtOf(
  row: Times,
  lastRun: { readonly startedAt: number } | null | undefined,
): number {
  if (row.rightAt !== undefined) return row.rightAt;
  const oldestAt = oldestAtOf(row);
  if (row.credential === 'person' || !lastRun) return oldestAt;
  return Math.max(oldestAt, lastRun.startedAt);
}

/** The `oldestAt` of a row that is to follow this one, where calls may keep what they have. */
export function oldestAtOf({ rightAt, oldestAt, computedAt }: Times): number {
  return rightAt ?? oldestAt ?? computedAt;
}
