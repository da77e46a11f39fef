import { parseQuery, parseTemplate } from '../../src/query';
import type { ParseResult, Query, LocatedProblem } from '../../src/query';

/** The query that `text` is; fails the test if it is none. */
export function readQuery(text: string): Query {
  return queryOf(parseQuery(text));
}

/** The template that `text` is; fails the test if it is none. */
export function readTemplate(text: string): Query {
  return queryOf(parseTemplate(text));
}

/** Why a result is no query; fails the test if it is one. */
export function errorOf(result: ParseResult): LocatedProblem {
  if (result.ok) throw new Error('Expected a syntax error.');
  return result.error;
}

function queryOf(result: ParseResult): Query {
  if (!result.ok) throw new Error(`${result.error.message}\n${result.error.excerpt}`);
  return result.query;
}
