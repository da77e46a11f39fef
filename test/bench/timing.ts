const warmUp = 2;

/** The value that the given share of the samples does not exceed; `share` from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Does a thing once, and returns how many milliseconds of it count. */
type Timed = (round: number) => Promise<number>;

/**
 * The times of two ways to do the same, turn by turn, so that whatever else the machine does meets
 * both. The first rounds, which fill the caches, do not count.
 */
export async function timeBoth(
  rounds: number,
  one: Timed,
  other: Timed,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const [oneMs, otherMs] = [await one(round), await other(round)];
    if (round < warmUp) continue;
    times[0].push(oneMs);
    times[1].push(otherMs);
  }
  return times;
}
