import { fieldClause, quoteJql } from '../jql/jql-text';
import type { SiteWays } from './site-ways';

/** What Jira takes in one fragment of a function, counted over the whole of it. */
export const maximumLiterals = 1_000;

/** What a clause over the objects of a field is made of. */
export interface ClauseParts {
  /** The clause to compare, as it is written in JQL: see `findSpelling`. */
  readonly spelling: string;
  readonly operator: 'in' | 'not in';
  /** At least one. */
  readonly objectIds: readonly string[];
  readonly ways: SiteWays;
}

/** What a fragment is made of; it may be without objects. */
interface FragmentParts extends ClauseParts {
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
export function fragmentOf({ fieldId, ...parts }: FragmentParts): string {
  const { spelling, operator, objectIds, ways } = parts;
  if (objectIds.length > 0) return objectClause(parts);
  const field = fieldClause(fieldId);
  if (operator === 'in') return `${field} is EMPTY AND ${field} is not EMPTY`;
  return ways.emptiness === 'property' ? `${spelling} is not EMPTY` : `${field} is not EMPTY`;
}

/** As the site's Jira reads it: one list, or one comparison for each object. */
export function objectClause({ spelling, operator, objectIds, ways }: ClauseParts): string {
  const values = objectIds.map(quoteJql);
  if (ways[operator] === 'list') return `${spelling} ${operator} (${values.join(',')})`;
  return operator === 'in'
    ? values.map((value) => `${spelling} = ${value}`).join(' OR ')
    : values.map((value) => `${spelling} != ${value}`).join(' AND ');
}

/** Such as `2,413`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
