import { leavesOf, operandsOf } from '../../../query';
import type { Condition, LeafCondition, Path } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { compareObjectLeaf, compareValueLeaf } from './compile-comparison';
import { comparingOf, comparingOfList } from './comparison-operands';
import type { Comparing } from './comparison-operands';
import { isInTime, QueryProblem, QueryTooLarge } from './query-limits';
import { resolvePath } from './resolve-path';
import type { Leaf, ResolvedPath } from './resolve-path';
import { allOf, always, anyOf, never } from './statement';
import type { Where } from './statement';
import { chooseFirst, findIndexedSearch, isFound, selectFound } from './text-search';
import type { TextSearch, TypedContext } from './text-search';

/** How many conditions the planner is asked about by themselves. */
const maximumNarrowing = 10;

/**
 * Which objects of the searched types satisfy the condition; all of them where there is none.
 * @throws QueryProblem for what the query cannot mean, and for one that is too large
 */
export function compileWhere(condition: Condition | undefined, context: SearchContext): Where {
  const ofTypes = isOfTypes(context);
  const conjuncts = conjunctsOf(condition);
  const first = chooseFirst(
    conjuncts.flatMap((part) => findIndexedSearch(part, context) ?? []),
    context,
  );
  const parts = conjuncts.map((part) => compilePart(part, first, context));
  const followed = parts.filter(({ isFollowed }) => isFollowed);
  const direct = parts.filter(({ isFollowed }) => !isFollowed);
  const plain = direct.filter((part) => part.isPlain).slice(0, maximumNarrowing);
  const found = direct.find(({ rows }) => rows !== undefined);
  const table = found?.rows === undefined ? 'object' : `(${found.rows})`;
  const left = [ofTypes, ...conditionsOf(direct.filter((part) => part !== found))];
  return {
    matching: matching(table, left, conditionsOf(followed), context),
    followsReferences: followed.length > 0,
    ofOneRow: {
      ofType: ofTypes,
      direct: found === undefined ? conditionsOf(direct) : undefined,
      followed: conditionsOf(followed),
    },
    narrowing: [ofTypes, ...conditionsOf(plain).map((one) => allOf([ofTypes, one]))],
    parameters: context.parameters.fork(),
  };
}

interface Part {
  readonly condition: string;
  /** Selects the objects that satisfy it, where the indexes have them at once. */
  readonly rows?: string;
  readonly isPlain: boolean;
  readonly isFollowed: boolean;
}

/** @param first the search that the others are looked at after */
function compilePart(part: Condition, first: TextSearch | undefined, context: SearchContext): Part {
  const search = findIndexedSearch(part, context);
  if (search !== undefined) {
    const rows = search.matches[0] === first?.matches[0] ? selectFound(search, context) : undefined;
    const condition = rows === undefined ? isFound(search, context) : isAmong(rows);
    return { condition, ...(rows !== undefined && { rows }), isPlain: true, isFollowed: false };
  }
  return {
    condition: compileCondition(part, context),
    isPlain: isPlain(part),
    isFollowed: leavesOf(part).some((leaf) => followsReference(leaf, context)),
  };
}

/** Holds for the rows `o` that these are. */
function isAmong(rows: string): string {
  return `o.id in (select found.id from (${rows}) as found)`;
}

/**
 * How many objects refer to those that satisfy a condition the planner can only guess, and may be
 * off by a thousand times, so that it must not choose by that what it begins with. `offset 0` has
 * it find first what the direct conditions leave, and `is true` look at that row by row, or in a
 * hash of all that the reference leads to: which of them is better depends on what they leave.
 */
function matching(
  table: string,
  direct: readonly string[],
  followed: readonly string[],
  { limitsTime }: SearchContext,
): string {
  const whileRead = limitsTime ? [isInTime('o.id')] : [];
  const onceJoined = limitsTime ? [isInTime()] : [];
  if (followed.length === 0) {
    return `${table} as o where ${allOf([...whileRead, ...onceJoined, ...direct])}`;
  }
  const left = `${table} as o where ${allOf([...whileRead, ...direct])}`;
  const conditions = followed.map((condition) => `(${condition} is true)`);
  return `(select * from ${left} offset 0) as o where ${allOf([...onceJoined, ...conditions])}`;
}

function conditionsOf(parts: readonly { readonly condition: string }[]): string[] {
  return parts.map(({ condition }) => condition);
}

export function conjunctsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition === undefined) return [];
  return condition.kind === 'and' ? condition.operands : [condition];
}

/** The planner takes conditions that hold together for independent, however they are nested. */
function isPlain(part: Condition): boolean {
  if (part.kind === 'or') return part.operands.every((one) => leavesOf(one).length === 1);
  return leavesOf(part).length === 1;
}

/** Whether it is about what is referred to: at the end of a path, or compared by its label. */
function followsReference(leaf: LeafCondition, { view, types }: SearchContext): boolean {
  if (leaf.path.names.length > 1) return true;
  const { leaves } = resolvePath(view, types, leaf.path);
  const isReference = leaves.some(({ kind }) => kind === 'reference');
  return isReference && operandsOf(leaf).some(({ kind }) => kind !== 'call');
}

/** Of the workspace, and of these types. Of one, objects are in the order of their labels already. */
export function isOfTypes({ types, parameters, workspace }: SearchContext): string {
  const [only, ...others] = typeIdsOf(types);
  if (only !== undefined && others.length === 0) {
    return `o.workspace_id = ${workspace} and o.type_id = ${parameters.bind(only, 'uuid')}`;
  }
  return `o.workspace_id = ${workspace}
    and o.type_id = any (${parameters.bind(typeIdsOf(types), 'uuid[]')})`;
}

export interface SearchContext extends TypedContext {
  /** Whether the query says how the objects are sorted. */
  readonly sorts: boolean;
  /** Whether the statement has to end itself once it has run for too long. */
  readonly limitsTime: boolean;
}

/**
 * The condition on the row `o` of `object` under which a query matches it. It is true or false for
 * every row, so that `not` is its exact opposite.
 * @throws QueryProblem for what the query cannot mean, and for one that is too large
 */
function compileCondition(condition: Condition, context: SearchContext): string {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.operands.map((operand) => compileCondition(operand, context)));
    case 'or': {
      const search = findIndexedSearch(condition, context);
      return search !== undefined
        ? isFound(search, context)
        : anyOf(condition.operands.map((operand) => compileCondition(operand, context)));
    }
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
    case 'comparison': {
      const comparing = comparingOf(part);
      return negatedIf(comparing.operator !== part.operator, compare(comparing, context));
    }
    case 'membership': {
      context.size.addList(part.operands);
      return negatedIf(part.isNegated, compare(comparingOfList(part), context));
    }
    case 'emptiness':
      return part.isNegated
        ? compileHasValue(part.path, context)
        : hasNone(compileHasValue(part.path, context), context);
  }
}

function negatedIf(isNegated: boolean, condition: string): string {
  return isNegated ? `not (${condition})` : condition;
}

/**
 * The planner expects to meet one without a value early, though every object may have one: a page in the order of labels
 * would look up the value of each. `is true` has it look into a hash of all values instead.
 */
function hasNone(hasValue: string, { sorts }: SearchContext): string {
  return sorts ? `not (${hasValue})` : `not (${hasValue} is true)`;
}

/**
 * A name can mean attributes of several types. The comparison has to make sense for one of them;
 * of the others nothing matches.
 */
function compare(comparing: Comparing, context: SearchContext): string {
  const resolved = resolvePath(context.view, context.types, comparing.path);
  const faults: QueryProblem[] = [];
  const conditions = resolved.leaves.flatMap((leaf) => {
    try {
      return [context.parameters.attempt(() => compileLeaf(resolved, leaf, comparing, context))];
    } catch (error) {
      if (!(error instanceof QueryProblem) || error instanceof QueryTooLarge) throw error;
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
 * hundreds of them: after the first few it is given them as something to look at row by row. Many conditions
 * can take seconds for one object, so that the clock is looked at with its values then.
 * @param holds the condition on that row, given its alias
 */
function walk(
  { steps }: ResolvedPath,
  { parameters, size, workspace, limitsTime }: SearchContext,
  leaf: Leaf,
  holds: (row: string) => string,
): string {
  const valueOf = (row: string, objectId: string, attributeIds: readonly string[]) =>
    `select from object_value as ${row} where ${row}.workspace_id = ${workspace}
      and ${row}.object_id = ${objectId} and ${row}.attribute_id = any (${parameters.bind(attributeIds, 'uuid[]')})
      ${limitsTime && size.isLarge ? `and ${isInTime(`${row}.object_id`)}` : ''}`;

  function walkFrom(depth: number, objectId: string): string {
    const row = `v${depth}`;
    const step = steps[depth];
    if (step !== undefined) {
      const rest = walkFrom(depth + 1, `${row}.reference_id`);
      // Within an "exists", Citus can't tell any more of which workspace it is.
      if (rest === never) return never;
      return `exists (${valueOf(row, objectId, step.attributeIds)} and ${rest})`;
    }
    if (leaf.holder === 'value') {
      const attributeIds = leaf.attributes.map(({ id }) => id);
      const held = holds(row);
      return held === never
        ? never
        : `exists (${valueOf(row, objectId, attributeIds)} and ${held})`;
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
