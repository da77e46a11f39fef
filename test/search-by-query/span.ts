/** A moment that is known only so far: not before `from`, and not after `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function at(time: number): Span {
  return { from: time, to: time };
}

export function later({ from, to }: Span, durationMs: number): Span {
  return { from: from + durationMs, to: to + durationMs };
}

/** From the earliest to the latest that any of them allows. */
export function hull(spans: readonly Span[]): Span {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  };
}

/** How one moment lies to another; at the same time it is after it. */
export function compare(one: Span, other: Span): 'before' | 'after' | 'unclear' {
  if (one.to < other.from) return 'before';
  return one.from >= other.to ? 'after' : 'unclear';
}
