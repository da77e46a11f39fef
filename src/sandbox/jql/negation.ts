import type { JqlClause, JqlOperator } from './tree';

const opposites: Readonly<Record<JqlOperator, JqlOperator>> = {
  '=': '!=',
  '!=': '=',
  '~': '!~',
  '!~': '~',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

/**
 * Moves every `not` into the comparisons below it, as Jira does before it searches: so that
 * `not x = 1` is `x != 1`, which matches no issue where x is empty.
 */
export function pushDownNegation(clause: JqlClause, isNegated = false): JqlClause {
  switch (clause.kind) {
    case 'not':
      return pushDownNegation(clause.clause, !isNegated);
    case 'and':
    case 'or':
      return {
        kind: isNegated === (clause.kind === 'and') ? 'or' : 'and',
        clauses: clause.clauses.map((part) => pushDownNegation(part, isNegated)),
      };
    case 'comparison':
      return isNegated ? { ...clause, operator: opposites[clause.operator] } : clause;
  }
}
