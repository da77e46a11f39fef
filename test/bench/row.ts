/** One figure: what was measured, and the bar that it must hold. */
export interface Row {
  row: string;
  value: number;
  unit: string;
  bar: string;
  pass: boolean;
}

/** A figure that must not be above its bar. */
export function atMost(row: string, value: number, unit: string, bar: number): Row {
  return { row, value: round(value), unit, bar: `at most ${bar}`, pass: value <= bar };
}

/** A figure that must not be below its bar. */
export function atLeast(row: string, value: number, unit: string, bar: number): Row {
  return { row, value: round(value), unit, bar: `at least ${bar}`, pass: value >= bar };
}

/** A figure that is only told. */
export function measured(row: string, value: number, unit: string): Row {
  return { row, value: round(value), unit, bar: 'no bar', pass: true };
}

/** The value that the given share of the samples does not exceed; `share` from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

const round = (value: number) => Math.round(value * 100) / 100;
