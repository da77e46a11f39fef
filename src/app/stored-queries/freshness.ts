import type { StoredQuery } from './stored-query';

/** How long a result is good that is not computed again. */
export const goodForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * When a result was last known to be right, in milliseconds since the epoch. What a refresh finds
 * unchanged it does not write: it vouches for every result of a token whose row says nothing else.
 * @param lastRun the last refresh of everything that asked the service and came to its end
 */
export function rightAtOf(
  { credential, computedAt, rightAt }: Pick<StoredQuery, 'credential' | 'computedAt' | 'rightAt'>,
  lastRun: { readonly startedAt: number } | null | undefined,
): number {
  if (rightAt !== undefined) return rightAt;
  if (credential === 'person' || !lastRun) return computedAt;
  return Math.max(computedAt, lastRun.startedAt);
}
