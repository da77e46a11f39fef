import type { Condition, Path, Query, Sort } from '../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { sortKey, toStorable } from '../values/searchable-text';
import { choicesOf } from './compare-choices';
import { conjunctsOf } from './compile-where';
import type { SearchContext } from './compile-condition';
import { QueryFault } from './query-fault';
import { resolvePath } from './resolve-path';
import type { Leaf, ObjectLeaf, ResolvedPath, Step, ValueLeaf } from './resolve-path';
import { isTextSearch } from './text-search';

const maximumSorts = 5;

export interface Order {
  readonly first: FirstRows | undefined;
  /** What follows `order by`, for either of the two. */
  readonly by: string;
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
 * @throws QueryFault for what cannot be sorted by
 */
export function compileOrder(query: Query, context: SearchContext): Order {
  const sixth = query.orderBy[maximumSorts];
  if (sixth !== undefined) {
    throw new QueryFault(`"order by" takes at most ${maximumSorts} names.`, sixth.location);
  }
  const sorts = query.orderBy.flatMap((sort) => compileSort(sort, context));
  return {
    first: query.orderBy.length > 0 ? undefined : compileFirst(query.condition, context),
    by: [...sorts, 'o.label_key', 'o.id'].join(', '),
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
function compileSort({ path, direction }: Sort, context: SearchContext): string[] {
  const resolved = resolvePath(context.view, context.types, path);
  refuseManyValues(path, resolved);
  return resolved.leaves.map(
    (leaf) => `${sortExpression(resolved, leaf, direction, context)} ${direction} nulls last`,
  );
}

/** Of each value all that comes after it is looked at, of each of those again. */
function refuseManyValues(path: Path, { steps, leaves }: ResolvedPath): void {
  const isLeafMultiple = leaves.some(
    (leaf) => leaf.holder === 'value' && leaf.attributes.some(({ isMultiple }) => isMultiple),
  );
  const multiple = [...steps.map(({ isMultiple }) => isMultiple), isLeafMultiple].filter(Boolean);
  if (multiple.length <= 1) return;
  throw new QueryFault(
    '"order by" can follow one name with several values, and here are more.',
    path.location,
  );
}

/** Of several values the one that comes first in the direction counts. */
function sortExpression(
  { steps }: ResolvedPath,
  leaf: Leaf,
  direction: Sort['direction'],
  context: SearchContext,
): string {
  const { parameters, workspace } = context;
  const best = direction === 'asc' ? 'min' : 'max';

  /** Of an attribute that holds one value, the first: it may have held several before. */
  function bestOf(row: string, objectId: string, { attributeIds, isMultiple }: Step, by: string) {
    const values = `from object_value as ${row}
      where ${row}.workspace_id = ${workspace} and ${row}.object_id = ${objectId}
      and ${row}.attribute_id = any (${parameters.bind(attributeIds, 'uuid[]')})`;
    return isMultiple
      ? `(select ${best}(${by}) ${values})`
      : `(select ${by} ${values} order by ${row}.position limit 1)`;
  }

  function expressionAt(depth: number, objectId: string): string {
    const row = `w${depth}`;
    const step = steps[depth];
    if (step !== undefined) {
      const next = expressionAt(depth + 1, `${row}.reference_id`);
      return bestOf(row, objectId, step, next);
    }
    if (leaf.holder === 'value') {
      const attributeIds = leaf.attributes.map(({ id }) => id);
      const isMultiple = leaf.attributes.some((attribute) => attribute.isMultiple);
      const by = valueExpression(leaf, row, context);
      return bestOf(row, objectId, { attributeIds, isMultiple }, by);
    }
    if (depth === 0) return objectExpression(leaf, 'o', context);
    const target = `s${depth}`;
    const typeIds = parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
    return `(select ${objectExpression(leaf, target, context)} from object as ${target}
      where ${target}.workspace_id = ${workspace} and ${target}.id = ${objectId}
        and ${target}.type_id = any (${typeIds}))`;
  }

  return expressionAt(0, 'o.id');
}

function objectExpression(leaf: ObjectLeaf, object: string, { parameters }: SearchContext): string {
  const typeIds = () => parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
  switch (leaf.kind) {
    case 'label':
      return `${object}.label_key`;
    case 'id':
      return `${object}.id::text`;
    case 'type':
      return `array_position(${typeIds()}, ${object}.type_id)`;
    case 'created':
    case 'updated':
      if (leaf.isOfEveryType) return `${object}.${leaf.kind}_at`;
      return `case when ${object}.type_id = any (${typeIds()}) then ${object}.${leaf.kind}_at end`;
  }
}

/** Options and states sort in the order that their attribute lists them, people by name. */
function valueExpression(
  leaf: ValueLeaf,
  value: string,
  { parameters, members, workspace }: SearchContext,
): string {
  switch (leaf.kind) {
    case 'text':
    case 'media':
    case 'richText':
      return `${value}.key`;
    case 'number':
      return `${value}.number`;
    case 'boolean':
      return `${value}.value`;
    case 'date':
    case 'datetime':
      return `${value}.moment`;
    case 'option':
    case 'state': {
      const ids = leaf.attributes.flatMap(choicesOf).map(({ id }) => id);
      return `array_position(${parameters.bind(ids, 'text[]')}, ${value}.value)`;
    }
    case 'reference': {
      const typeIds = parameters.bind(typeIdsOf(leaf.targetTypes), 'uuid[]');
      return `(select label_key from object
        where workspace_id = ${workspace} and id = ${value}.reference_id and type_id = any (${typeIds}))`;
    }
    case 'user': {
      const ids = members.map(({ id }) => id);
      return `array_position(${parameters.bind(ids, 'uuid[]')}, ${value}.user_id)`;
    }
  }
}
