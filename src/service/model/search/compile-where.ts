import { leavesOf, operandsOf } from '../../../query';
import type { Condition, LeafCondition } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { compileCondition } from './compile-condition';
import type { SearchContext } from './compile-condition';
import type { Where } from './read-page';
import { resolvePath } from './resolve-path';
import { allOf } from './statement';
import { isAmong, isIndexedSearch, selectIndexedSearch } from './text-search';
import { isInTime } from './time-limit';

/** How many conditions the planner is asked about by themselves. */
const maximumNarrowing = 10;

/**
 * Which objects of the searched types satisfy the condition; all of them where there is none.
 * @throws QueryFault for what the query cannot mean, and for one that is too large
 */
export function compileWhere(condition: Condition | undefined, context: SearchContext): Where {
  const ofTypes = isOfTypes(context);
  const parts = conjunctsOf(condition).map((part) => compilePart(part, context));
  const followed = parts.filter(({ isFollowed }) => isFollowed);
  const direct = parts.filter(({ isFollowed }) => !isFollowed);
  const plain = direct.filter((part) => part.isPlain).slice(0, maximumNarrowing);
  const found = direct.find(({ rows }) => rows !== undefined);
  const table = found?.rows === undefined ? 'object' : `(${found.rows})`;
  const left = [ofTypes, ...conditionsOf(direct.filter((part) => part !== found))];
  return {
    matching: matching(table, left, conditionsOf(followed), context),
    followsReferences: followed.length > 0,
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

function compilePart(part: Condition, context: SearchContext): Part {
  if (isIndexedSearch(part, context)) {
    const rows = selectIndexedSearch(part, context);
    return { condition: isAmong(rows), rows, isPlain: true, isFollowed: false };
  }
  return {
    condition: compileCondition(part, context),
    isPlain: isPlain(part),
    isFollowed: leavesOf(part).some((leaf) => followsReference(leaf, context)),
  };
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
function isOfTypes({ types, parameters, workspace }: SearchContext): string {
  const [only, ...others] = typeIdsOf(types);
  if (only !== undefined && others.length === 0) {
    return `o.workspace_id = ${workspace} and o.type_id = ${parameters.bind(only, 'uuid')}`;
  }
  return `o.workspace_id = ${workspace}
    and o.type_id = any (${parameters.bind(typeIdsOf(types), 'uuid[]')})`;
}
