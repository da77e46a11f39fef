import { availableParallelism } from 'node:os';
import { percentile } from './timing';

/** One figure: what was measured, and the bar that it must hold. */
export interface Row {
  row: string;
  value: number;
  unit: string;
  bar: string;
  pass: boolean;
}

/** A size or a count that must not be above its bar. */
export function atMost(row: string, value: number, unit: string, bar: number): Row {
  return { row, value: round(value), unit, bar: `at most ${bar}`, pass: value <= bar };
}

/** A figure that must not be below its bar. */
export function atLeast(row: string, value: number, unit: string, bar: number): Row {
  return { row, value: round(value), unit, bar: `at least ${bar}`, pass: value >= bar };
}

/** A figure that is only told. */
export function told(row: string, value: number, unit: string): Row {
  return { row, value: round(value), unit, bar: 'no bar', pass: true };
}

/**
 * A time, as so many times the time of its partner in the same run: machines differ, and each from
 * one day to the next. The row tells both, in milliseconds. Without `bar` it is only told.
 */
export function beside(row: string, ms: number, partnerMs: number, bar?: number): Row {
  const ratio = ms / partnerMs;
  const { pass, ...rest } =
    bar === undefined ? told(row, ratio, 'times') : atMost(row, ratio, 'times', bar);
  return { ...rest, bar: `${rest.bar}: ${round(ms)} ms beside ${round(partnerMs)} ms`, pass };
}

/**
 * As {@link beside}, of the time that the given share of the samples doesn't exceed; the row's name
 * says it, as in `(p95)`.
 */
export function besideAt(
  share: number,
  row: string,
  samplesMs: readonly number[],
  partnerSamplesMs: readonly number[],
  bar?: number,
): Row {
  const name = `${row} (p${share * 100})`;
  return beside(name, percentile(samplesMs, share), percentile(partnerSamplesMs, share), bar);
}

/**
 * A row that counts only where the machine does nothing else. It tells the load before it, which is how many
 * threads ran or waited to run; with a higher one than the machine has cores, the row says so and doesn't fail.
 */
export function countedAlone(row: Row, load: number): Row {
  const isBusy = load > availableParallelism();
  const told = `load before it ${round(load)}`;
  return {
    ...row,
    bar: `${row.bar}; ${told}${isBusy ? ', measured under load: does not count' : ''}`,
    pass: row.pass || isBusy,
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
