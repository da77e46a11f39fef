import type { Comparison, Condition, LeafCondition, Path } from '../../../query';
import type { ReadableType } from '../permissions/workspace-view';
import { typeIdsOf } from '../permissions/workspace-view';
import { compareObjectLeaf, compareValueLeaf } from './compare';
import type { CompareContext, Comparing, PositiveOperator } from './comparing';
import { QueryFault } from './query-fault';
import { QueryTooLarge } from './query-size';
import { resolvePath } from './resolve-path';
import type { Leaf, ResolvedPath } from './resolve-path';
import { allOf, always, anyOf } from './statement';
import { isAmong, isIndexedSearch, selectIndexedSearch } from './text-search';

export interface SearchContext extends CompareContext {
  /** The types of the objects that are searched. */
  readonly types: readonly ReadableType[];
  /** Whether the statement has to end itself once it has run for too long. */
  readonly limitsTime: boolean;
}

/**
 * The condition on the row `o` of `object` under which a query matches it. It is true or false for
 * every row, so that `not` is its exact opposite.
 * @throws QueryFault for what the query cannot mean, and for one that is too large
 */
export function compileCondition(condition: Condition, context: SearchContext): string {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.operands.map((operand) => compileCondition(operand, context)));
    case 'or':
      return isIndexedSearch(condition, context)
        ? isAmong(selectIndexedSearch(condition, context))
        : anyOf(condition.operands.map((operand) => compileCondition(operand, context)));
    case 'not':
      return `not (${compileCondition(condition.operand, context)})`;
    case 'comparison':
    case 'membership':
    case 'emptiness':
      context.size.addCondition(condition.location);
      context.size.addSteps(condition.path.names.length - 1, condition.path.location);
      return compileLeafCondition(condition, context);
  }
}

function compileLeafCondition(part: LeafCondition, context: SearchContext): string {
  switch (part.kind) {
    case 'comparison':
      return compileComparison(part, context);
    case 'membership':
      context.size.addList(part.operands);
      return negatedIf(
        part.isNegated,
        compare(part.path, { ...part, name: spell(part.path), operator: '=' }, context),
      );
    case 'emptiness':
      return negatedIf(!part.isNegated, compileHasValue(part.path, context));
  }
}

function compileComparison(part: Comparison, context: SearchContext): string {
  const [operator, isNegated] = positive[part.operator];
  const comparing = {
    path: part.path,
    name: spell(part.path),
    operator,
    operands: [part.operand],
    location: part.location,
  };
  return negatedIf(isNegated, compare(part.path, comparing, context));
}

const positive: Readonly<Record<Comparison['operator'], readonly [PositiveOperator, boolean]>> = {
  '=': ['=', false],
  '==': ['==', false],
  '!=': ['=', true],
  '~': ['~', false],
  '!~': ['~', true],
  '>': ['>', false],
  '>=': ['>=', false],
  '<': ['<', false],
  '<=': ['<=', false],
};

function negatedIf(isNegated: boolean, condition: string): string {
  return isNegated ? `not (${condition})` : condition;
}

function spell({ names }: Path): string {
  return names.map(({ text }) => text).join('.');
}

/**
 * A name can mean attributes of several types. The comparison has to make sense for one of them;
 * of the others nothing matches.
 */
function compare(path: Path, comparing: Comparing, context: SearchContext): string {
  const resolved = resolvePath(context.view, context.types, path);
  const faults: QueryFault[] = [];
  const conditions = resolved.leaves.flatMap((leaf) => {
    try {
      return [context.parameters.attempt(() => compileLeaf(resolved, leaf, comparing, context))];
    } catch (error) {
      if (!(error instanceof QueryFault) || error instanceof QueryTooLarge) throw error;
      faults.push(error);
      return [];
    }
  });
  const [fault] = faults;
  if (fault !== undefined && conditions.length === 0) throw fault;
  return anyOf(conditions);
}

function compileLeaf(
  resolved: ResolvedPath,
  leaf: Leaf,
  comparing: Comparing,
  context: SearchContext,
): string {
  return walk(resolved, context, leaf, (row) =>
    leaf.holder === 'object'
      ? compareObjectLeaf(leaf, row, comparing, context)
      : compareValueLeaf(leaf, row, comparing, context),
  );
}

function compileHasValue(path: Path, context: SearchContext): string {
  const resolved = resolvePath(context.view, context.types, path);
  return anyOf(
    resolved.leaves.map((leaf) =>
      walk(resolved, context, leaf, (row) =>
        leaf.holder === 'object' && leaf.kind === 'label' ? `${row}.label <> ''` : always,
      ),
    ),
  );
}

/**
 * From the row `o` along the references of the path to the row that holds the leaf, as one `exists`
 * in the other: however many rows there are, each step of one object is one look into an index.
 * The planner tries the orders in which it could take such conditions, which takes it minutes for
 * hundreds of them: after the first few it is given them as something to look at row by row.
 * @param holds the condition on that row, given its alias
 */
function walk(
  { steps }: ResolvedPath,
  { parameters, size, workspace }: SearchContext,
  leaf: Leaf,
  holds: (row: string) => string,
): string {
  const valueOf = (row: string, objectId: string, attributeIds: readonly string[]) =>
    `select from object_value as ${row} where ${row}.workspace_id = ${workspace}
      and ${row}.object_id = ${objectId} and ${row}.attribute_id = any (${parameters.bind(attributeIds, 'uuid[]')})`;

  function walkFrom(depth: number, objectId: string): string {
    const row = `v${depth}`;
    const step = steps[depth];
    if (step !== undefined) {
      return `exists (${valueOf(row, objectId, step.attributeIds)}
        and ${walkFrom(depth + 1, `${row}.reference_id`)})`;
    }
    if (leaf.holder === 'value') {
      const attributeIds = leaf.attributes.map(({ id }) => id);
      return `exists (${valueOf(row, objectId, attributeIds)} and ${holds(row)})`;
    }
    if (depth === 0) return leaf.isOfEveryType ? holds('o') : allOf([isOfTypes('o'), holds('o')]);
    const target = `o${depth}`;
    return `exists (select from object as ${target} where ${target}.workspace_id = ${workspace}
      and ${target}.id = ${objectId} and ${isOfTypes(target)} and ${holds(target)})`;
  }

  function isOfTypes(object: string): string {
    const types = leaf.holder === 'object' ? leaf.types : [];
    return `${object}.type_id = any (${parameters.bind(typeIdsOf(types), 'uuid[]')})`;
  }

  const condition = walkFrom(0, 'o.id');
  return size.isLarge ? `(${condition} is true)` : condition;
}
