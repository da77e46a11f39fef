import { invalidFragment, tooManyLiterals } from './sentences';
import { parseJql } from './parse-jql';
import type { PropertySpelling } from './property-spelling';
import { sizeOf } from './query-size';
import type { JqlClause, JqlOperand } from './tree';

type FragmentReading = { ok: true; where: JqlClause } | { ok: false; error: string };

const mostLiterals = 1_000;

/**
 * Reads JQL that a function of an app gives in place of its clause. A refusal is the sentence that
 * Jira says. Whether its fields and values exist shows when a search uses it.
 * @see https://developer.atlassian.com/platform/forge/working-around-jql-1000-limit/
 */
export function readFragment(
  jql: string,
  functionName: string,
  spellings: ReadonlySet<PropertySpelling>,
): FragmentReading {
  // What is far too long is not parsed: that would take seconds.
  const { clauses, values } = sizeOf(jql);
  if (Math.max(clauses, values) > mostLiterals) return refuse(tooManyLiterals(functionName));
  const reading = parseJql(jql, spellings);
  if (!reading.ok) return reading;
  const { where } = reading.query;
  if (!where) return refuse(invalidFragment(functionName));
  return literalsOf(where) > mostLiterals
    ? refuse(tooManyLiterals(functionName))
    : { ok: true, where };
}

function refuse(error: string): FragmentReading {
  return { ok: false, error };
}

/**
 * Counts the right sides of all clauses: each has one at least, a list as many as it holds. That
 * the arguments of a call count each is known of other apps' calls, not documented.
 */
function literalsOf(clause: JqlClause): number {
  switch (clause.kind) {
    case 'and':
    case 'or':
      return sum(clause.clauses.map(literalsOf));
    case 'not':
      return literalsOf(clause.clause);
    case 'comparison':
      return literalsOfOperand(clause.operand);
  }
}

function literalsOfOperand(operand: JqlOperand): number {
  switch (operand.kind) {
    case 'list':
      return sum(operand.values.map(literalsOfOperand));
    case 'function':
      return Math.max(1, operand.arguments.length);
    case 'value':
    case 'empty':
      return 1;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
