import { fieldClause, quoteJql } from '../jql/jql-text';

/** What Jira takes in one fragment of a function, counted over the whole of it. */
export const maximumLiterals = 1_000;

/** What a fragment is made of. */
interface FragmentParts {
  /** The clause to compare, as it is written in JQL: see `findSpelling`. */
  readonly spelling: string;
  readonly operator: 'in' | 'not in';
  readonly objectIds: readonly string[];
  readonly fieldId: string;
}

/**
 * The JQL that stands for a call of the function: issues whose field holds one of the objects, or
 * holds something and none of them. Without objects it is valid too, and finds no issue, or every
 * issue whose field has a value. A value that was written without the ids that JQL searches is in
 * neither, with objects or without.
 * @throws {RangeError} where an id can't be written in JQL
 * @see docs/platform-assumptions.md, 33 to 35
 */
export function fragmentOf({ spelling, operator, objectIds, fieldId }: FragmentParts): string {
  if (objectIds.length > 0) return `${spelling} ${operator} (${objectIds.map(quoteJql).join(',')})`;
  const field = fieldClause(fieldId);
  return operator === 'in'
    ? `${field} is EMPTY AND ${field} is not EMPTY`
    : `${spelling} is not EMPTY`;
}

/** Such as `2,413`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
