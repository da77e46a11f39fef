/** How large a query may be before it is refused. */
export interface Limits {
  /** Of the text, in UTF-16 code units. */
  readonly maximumLength: number;
  /** Of parentheses within parentheses. */
  readonly maximumDepth: number;
  /** Conditions, names, values and sort keys together. */
  readonly maximumNodes: number;
}

/** For what a person writes: a configured query. */
export const templateLimits: Limits = {
  maximumLength: 20_000,
  maximumDepth: 50,
  maximumNodes: 5_000,
};

/**
 * For what the service reads. Wider than `templateLimits`, so that a configured query at its limits
 * is still accepted after many selected objects and the typed text have been put into it.
 */
export const queryLimits: Limits = {
  maximumLength: 200_000,
  maximumDepth: 60,
  maximumNodes: 10_000,
};
