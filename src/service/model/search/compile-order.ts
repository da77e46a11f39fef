import type { Condition, Path, Query, Sort } from '../../../query';
import { sortKey } from '../values/searchable-text';
import { toStorable } from '../../base/refusals/storable-text';
import type { SearchContext } from './compile-condition';
import { conjunctsOf } from './compile-where';
import { QueryFault } from './query-fault';
import { resolvePath } from './resolve-path';
import type { ResolvedPath } from './resolve-path';
import { SortJoins, sortExpression } from './sort-expression';
import { isTextSearch } from './text-search';
import { isInTime } from './time-limit';

const maximumSorts = 5;

export interface Order {
  readonly first: FirstRows | undefined;
  /** What follows `order by`, for either of the two. */
  readonly by: string;
  /** What is joined to the rows `o` to sort them; empty where nothing is. */
  readonly joins: string;
}

/** The rows that come before all others: their labels begin as the query says. */
interface FirstRows {
  readonly condition: string;
  /** All matches are found at once: few labels have words like a long text, and values have no order. */
  readonly isFoundWhole: boolean;
}

const rareLength = 4;

/**
 * The order of the rows `o` of `object`: as the query says; without a word on it, labels that
 * start with the text of a label match first. Then by label and id, so that pages never overlap.
 * @param mayJoin whether the planner can tell about how many rows match, so that it knows whether to
 *   look for the values of each or to read all of them at once
 * @throws QueryFault for what cannot be sorted by
 */
export function compileOrder(query: Query, context: SearchContext, mayJoin: boolean): Order {
  const sixth = query.orderBy[maximumSorts];
  if (sixth !== undefined) {
    throw new QueryFault(`"order by" can have up to ${maximumSorts} names.`, sixth.location);
  }
  const joins = new SortJoins(mayJoin);
  const sorts = query.orderBy.flatMap((sort) => compileSort(sort, context, joins));
  return {
    first: query.orderBy.length > 0 ? undefined : compileFirst(query.condition, context),
    by: [...sorts, 'o.label_key', 'o.id'].join(', '),
    joins:
      joins.isEmpty || !context.limitsTime
        ? joins.toString()
        : `${joins.toString()} where ${isInTime()}`,
  };
}

function compileFirst(
  condition: Condition | undefined,
  { parameters }: SearchContext,
): FirstRows | undefined {
  const typed = condition && findLabelMatch(condition);
  if (typed === undefined) return undefined;
  const key = sortKey(toStorable(typed));
  return {
    condition: `starts_with(o.label_key, ${parameters.bind(key, 'text')})`,
    isFoundWhole: key.length >= rareLength || conjunctsOf(condition).some(isTextSearch),
  };
}

/** The text of the last `Label ~ "..."` that every result satisfies, in its label or in a value. */
function findLabelMatch(condition: Condition): string | undefined {
  if (condition.kind === 'and' || isTextSearch(condition)) {
    return condition.operands.map(findLabelMatch).findLast((text) => text !== undefined);
  }
  if (condition.kind !== 'comparison' || condition.operator !== '~') return undefined;
  const [name, ...others] = condition.path.names;
  const isLabel = others.length === 0 && name?.isQuoted === false && /^label$/i.test(name.text);
  return isLabel && condition.operand.kind === 'string' ? condition.operand.value : undefined;
}

/** Objects without a value come last in both directions. */
function compileSort(
  { path, direction }: Sort,
  context: SearchContext,
  joins: SortJoins,
): string[] {
  const resolved = resolvePath(context.view, context.types, path);
  refuseManyValues(path, resolved);
  return resolved.leaves.map((leaf) => {
    const by = sortExpression({ resolved, leaf, direction, context }, joins);
    return `${by} ${direction} nulls last`;
  });
}

/** Each value multiplies everything that follows it on the path. */
function refuseManyValues(path: Path, { steps, leaves }: ResolvedPath): void {
  const isLeafMultiple = leaves.some(
    (leaf) => leaf.holder === 'value' && leaf.attributes.some(({ isMultiple }) => isMultiple),
  );
  const multiple = [...steps.map(({ isMultiple }) => isMultiple), isLeafMultiple].filter(Boolean);
  if (multiple.length <= 1) return;
  throw new QueryFault(
    '"order by" can use only one name that stands for several values, but this path has more.',
    path.location,
  );
}
