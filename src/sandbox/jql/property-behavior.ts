import type { PropertySpelling } from './property-spelling';
import type { Key } from './search-field';
import type { JqlOperator } from './tree';

/** What JQL does with properties of apps' fields, which is documented nowhere. */
export interface PropertyBehavior {
  /** Spellings that are accepted, and find nothing. */
  readonly idleSpellings: ReadonlySet<PropertySpelling>;
  readonly mostListValues: number;
  /** Whether `is EMPTY` says the truth; else every property counts as filled. */
  readonly canBeEmpty: boolean;
  readonly in: 'any' | 'first' | 'refused';
  readonly notIn: 'none' | 'someOther' | 'refused';
}

export const expectedProperties: PropertyBehavior = {
  idleSpellings: new Set(),
  mostListValues: Infinity,
  canBeEmpty: true,
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
