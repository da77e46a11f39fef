import { fieldClause, quoteJql } from '../jql/jql-text';
import type { SiteWays } from './site-ways';

/** What Jira takes in one fragment of a function, counted over the whole of it. */
export const maximumLiterals = 1_000;

/** How clauses over the objects of a field are written on a site: see `detectClauseSyntax`. */
export interface ClauseSyntax {
  readonly fieldId: string;
  /** The clause to compare, such as `"cf[10010].ObjectId"`. */
  readonly spelling: string;
  readonly ways: SiteWays;
}

/**
 * The JQL that stands for a call of the function: work items whose field holds one of the objects, or
 * holds something and none of them. Without objects it is valid too, and finds none, or every work
 * item whose field has a value. A value that was written without the ids that JQL searches is in
 * neither, with objects or without.
 * @throws {RangeError} where an id can't be written in JQL
 * @see docs/platform-assumptions.md, 33 to 35
 */
export function fragmentOf(
  syntax: ClauseSyntax,
  operator: 'in' | 'not in',
  objectIds: readonly string[],
): string {
  if (objectIds.length > 0) return objectClause(syntax, operator, objectIds);
  const { fieldId, spelling, ways } = syntax;
  const field = fieldClause(fieldId);
  if (operator === 'in') return `${field} is EMPTY AND ${field} is not EMPTY`;
  return ways.emptiness === 'property' ? `${spelling} is not EMPTY` : `${field} is not EMPTY`;
}

/** As the site's Jira reads it: one list, or one comparison for each object, of which there is at least one. */
export function objectClause(
  { spelling, ways }: ClauseSyntax,
  operator: 'in' | 'not in',
  objectIds: readonly string[],
): string {
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
