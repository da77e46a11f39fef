import { problemTexts, type ProblemCode } from './problem-texts';

/** Something expected that keeps a request from being answered, in words for the person. */
export class Problem extends Error {
  override readonly name = 'Problem';

  /** @param detail what the person needs to know of this very case, e.g. where a query goes wrong */
  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(problemTexts[code].message, options);
  }
}
