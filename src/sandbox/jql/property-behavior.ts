import type { PropertySpelling } from './property-spelling';
import type { Key } from './search-field';
import { nameOf, type JqlClause, type JqlOperator } from './tree';

/** What JQL does with apps' fields and their properties, which is documented nowhere. */
export interface PropertyBehavior {
  /** Spellings that are accepted, and find nothing. */
  readonly idleSpellings: ReadonlySet<PropertySpelling>;
  readonly mostListValues: number;
  /** Whether `is EMPTY` says the truth; else every property counts as filled. */
  readonly canBeEmpty: boolean;
  /** Whether a query may ask that a field is empty and isn't. */
  readonly allowsContradictions: boolean;
  readonly in: 'any' | 'first' | 'refused';
  readonly notIn: 'none' | 'someOther' | 'refused';
}

export const expectedProperties: PropertyBehavior = {
  idleSpellings: new Set(),
  mostListValues: Infinity,
  canBeEmpty: true,
  allowsContradictions: true,
  in: 'any',
  notIn: 'none',
};

/** Those of an ordinary field that a property takes too. */
export function operatorsOfProperty(
  operators: readonly JqlOperator[],
  behavior: PropertyBehavior,
): readonly JqlOperator[] {
  return operators.filter(
    (operator) =>
      !(operator === 'in' && behavior.in === 'refused') &&
      !(operator === 'not in' && behavior.notIn === 'refused'),
  );
}

/** The name of a field that these clauses together want empty and not; undefined where there is none. */
export function findContradiction(clauses: readonly JqlClause[]): string | undefined {
  const namesOf = (wanted: JqlOperator) =>
    clauses.flatMap((clause) =>
      clause.kind === 'comparison' && clause.operator === wanted ? [nameOf(clause)] : [],
    );
  const filled = namesOf('is not');
  return namesOf('is').find((name) => filled.includes(name));
}

/** Whether a property with these values matches; undefined where it does as every other field. */
export function decideProperty(
  behavior: PropertyBehavior,
  operator: JqlOperator,
  found: readonly Key[],
  keys: ReadonlySet<Key>,
): boolean | undefined {
  if (operator === 'in' && behavior.in === 'first')
    return found.slice(0, 1).some((key) => keys.has(key));
  if (operator === 'not in' && behavior.notIn === 'someOther')
    return found.some((key) => !keys.has(key));
  if (!behavior.canBeEmpty && (operator === 'is' || operator === 'is not'))
    return operator === 'is not';
  return undefined;
}
