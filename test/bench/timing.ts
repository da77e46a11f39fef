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
 * The times of several ways to do the same, turn by turn, so that whatever else the machine does
 * meets all of them. The first rounds, which fill the caches, do not count.
 */
export async function timeInTurns<Ways extends readonly Timed[]>(
  rounds: number,
  ways: readonly [...Ways],
): Promise<{ [Way in keyof Ways]: number[] }> {
  const times = ways.map(() => [] as number[]);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const ms = await way(round);
      if (round >= warmUp) times[index]?.push(ms);
    }
  }
  return times as { [Way in keyof Ways]: number[] };
}

/** The times of two ways to do the same, turn by turn as {@link timeInTurns} has them. */
export function timeBoth(
  rounds: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  return timeInTurns(rounds, [() => timeMs(one), () => timeMs(other)]);
}
