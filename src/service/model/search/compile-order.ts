import { printPath } from '../../../query';
import type { Condition, Path, Query, Sort } from '../../../query';
import { toStorable } from '../../base/refusals/storable-inputs';
import { typeIdsOf } from '../permissions/workspace-view';
import { choicesOf } from '../values/attribute-kinds';
import { sortKey } from '../values/searchable-text';
import { conjunctsOf } from './compile-condition';
import type { SearchContext } from './compile-condition';
import { wordQuery } from './comparison-operands';
import { QueryProblem, isInTime } from './query-limits';
import { resolvePath } from './resolve-path';
import type { ResolvedPath, Leaf, ObjectLeaf, Step, ValueLeaf } from './resolve-path';
import { findTextSearch } from './text-search';
import type { TextSearch } from './text-search';

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
  /** After them come the labels of which words begin so, as this condition says; absent where that holds for all. */
  readonly next?: string;
  /** All matches are found at once: few labels have words like a long text, and values have no order. */
  readonly isFoundWhole: boolean;
}

const rareLength = 4;

/**
 * The order of the rows `o` of `object`: as the query says; without a word on it, labels that
 * start with the text of a label match first. Then by label and id, so that pages never overlap.
 * @param mayJoin whether the planner can tell about how many rows match, so that it knows whether to
 *   look for the values of each or to read all of them at once
 * @throws QueryProblem for what cannot be sorted by
 */
export function compileOrder(query: Query, context: SearchContext, mayJoin: boolean): Order {
  const sixth = query.orderBy[maximumSorts];
  if (sixth !== undefined) {
    throw new QueryProblem(`"order by" can have up to ${maximumSorts} names.`, sixth.location);
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
  { parameters, texts, workspaceId }: SearchContext,
): FirstRows | undefined {
  const typed = findTyped(condition);
  if (typed === undefined) return undefined;
  const key = sortKey(toStorable(typed.text));
  const first = `starts_with(o.label_key, ${parameters.bind(key, 'text')})`;
  if (!typed.isAnywhere) {
    const isFoundWhole = key.length >= rareLength || typed.isBesideOthers;
    return { condition: first, isFoundWhole };
  }
  const readings = texts.readingsOf(typed.text).filter(({ words }) => words.length > 0);
  const words = readings.map((reading) => wordQuery(workspaceId, reading.words, 'prefix'));
  const next =
    words.length > 0 && `o.label_words @@ ${parameters.bind(words.join(' | '), 'tsquery')}`;
  return { condition: first, ...(next && { next }), isFoundWhole: true };
}

interface TypedText {
  readonly text: string;
  /** Whether a match may have it elsewhere than at the beginning of the words of its label. */
  readonly isAnywhere: boolean;
  /** Whether other texts are looked for in values too. */
  readonly isBesideOthers: boolean;
}

/**
 * What was typed into a picker: the text of the last search in labels that every result satisfies. The searches
 * right before it in the same places are for the words before.
 */
function findTyped(condition: Condition | undefined): TypedText | undefined {
  const searches = conjunctsOf(condition).map(findTextSearch);
  const last = searches.findLastIndex((search) => search?.matches.some(isOfLabel));
  const search = searches[last];
  if (search === undefined) return undefined;
  const isBesideOthers = searches.some((one) => one !== undefined && one.matches.length > 1);
  if (search.matches.length === 1) {
    const isAnywhere = search.matches[0].operator === '*=';
    return { text: search.text, isAnywhere, isBesideOthers };
  }
  const places = placesOf(search);
  const before = searches.slice(0, last).findLastIndex((other) => placesOf(other) !== places);
  const typed = searches.slice(before + 1, last + 1).flatMap((one) => one?.text ?? []);
  return { text: typed.join(' '), isAnywhere: true, isBesideOthers };
}

function isOfLabel({ path: { names } }: TextSearch['matches'][number]): boolean {
  const [name] = names;
  return name?.isQuoted === false && /^label$/i.test(name.text);
}

function placesOf(search: TextSearch | undefined): string | undefined {
  return search?.matches.map(({ path }) => printPath(path)).join();
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
  throw new QueryProblem(
    '"order by" can use only one name that stands for several values, but this path has more.',
    path.location,
  );
}

/** With more joins, the planner would take too long to order them. */
const maximumJoins = 6;

/** What a statement joins to the rows `o` of the objects that it sorts, none or one to each. */
class SortJoins {
  readonly #joins: string[] = [];

  constructor(private readonly isPossible: boolean) {}

  /** Returns the alias of what was joined; undefined where nothing can be. */
  join(table: 'object' | 'object_value', on: (row: string) => string): string | undefined {
    if (!this.isPossible || this.#joins.length === maximumJoins) return undefined;
    const row = `j${this.#joins.length}`;
    this.#joins.push(`left join ${table} as ${row} on ${on(row)}`);
    return row;
  }

  get isEmpty(): boolean {
    return this.#joins.length === 0;
  }

  toString(): string {
    return this.#joins.join('\n');
  }
}

/** What is sorted by: a leaf of a path, in which context. */
interface Sorted {
  readonly resolved: ResolvedPath;
  readonly leaf: Leaf;
  readonly direction: Sort['direction'];
  readonly context: SearchContext;
}

/** Another change may remove the first value and leave those after it. */
const takenAway: ReadonlySet<Leaf['kind']> = new Set(['reference', 'user', 'media']);

/**
 * What an object is sorted by. Of several values the one that comes first in the direction counts;
 * of an attribute that holds one value, the first: it may have held several before.
 *
 * Single values are joined, since the database reads those of many objects at once, much sooner than
 * it looks for the values of each object. What can't be joined is a look into an index for each object.
 */
function sortExpression(sorted: Sorted, joins: SortJoins): string {
  const { resolved, leaf, context } = sorted;
  const { parameters, workspace } = context;
  return joinAt(0, 'o.id');

  function joinAt(depth: number, objectId: string): string {
    const step = stepAt(sorted, depth);
    if (step === undefined) return joinObject(depth, objectId);
    if (step.isMultiple) return lookAt(sorted, depth, objectId);
    const row = joins.join(
      'object_value',
      (joined) => `${joined}.workspace_id = ${workspace}
        and ${joined}.object_id = ${objectId} and ${joined}.position = 0
        and ${joined}.attribute_id = any (${parameters.bind(step.attributeIds, 'uuid[]')})`,
    );
    if (row === undefined) return lookAt(sorted, depth, objectId);
    const isLeaf = leaf.holder === 'value' && depth === resolved.steps.length;
    const by = isLeaf
      ? valueExpression(leaf, row, context, joinLabel)
      : joinAt(depth + 1, `${row}.reference_id`);
    if (isLeaf && !takenAway.has(leaf.kind)) return by;
    const look = lookAt(sorted, depth, objectId);
    return `case when ${row}.object_id is null then ${look} else ${by} end`;
  }

  function joinObject(depth: number, objectId: string): string {
    if (leaf.holder === 'value' || depth === 0) return lookAt(sorted, depth, objectId);
    const typeIds = parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
    const row = joins.join('object', isObject(context, objectId, typeIds));
    return row === undefined
      ? lookAt(sorted, depth, objectId)
      : objectExpression(leaf, row, context);
  }

  function joinLabel(objectId: string, typeIds: string): string {
    const row = joins.join('object', isObject(context, objectId, typeIds));
    return row === undefined ? lookAtLabel(context, objectId, typeIds) : `${row}.label_key`;
  }
}

/** Undefined after the last, where the object that it leads to holds what is sorted by. */
function stepAt({ resolved, leaf }: Sorted, depth: number): Step | undefined {
  if (depth < resolved.steps.length || leaf.holder === 'object') return resolved.steps[depth];
  return {
    attributeIds: leaf.attributes.map(({ id }) => id),
    isMultiple: leaf.attributes.some(({ isMultiple }) => isMultiple),
  };
}

/** The rest of the path from this depth on, looked up for each object. */
function lookAt(sorted: Sorted, depth: number, objectId: string): string {
  const { resolved, leaf, context } = sorted;
  const row = `w${depth}`;
  const step = stepAt(sorted, depth);
  if (step !== undefined) {
    const by =
      leaf.holder === 'value' && depth === resolved.steps.length
        ? valueExpression(leaf, row, context, (id, typeIds) => lookAtLabel(context, id, typeIds))
        : lookAt(sorted, depth + 1, `${row}.reference_id`);
    return bestOf(sorted, { row, objectId, step, by });
  }
  if (leaf.holder === 'value') return 'null';
  if (depth === 0) return objectExpression(leaf, 'o', context);
  const target = `s${depth}`;
  const typeIds = context.parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
  return `(select ${objectExpression(leaf, target, context)} from object as ${target}
    where ${isObject(context, objectId, typeIds)(target)})`;
}

interface Values {
  readonly row: string;
  readonly objectId: string;
  readonly step: Step;
  readonly by: string;
}

function bestOf({ direction, context }: Sorted, { row, objectId, step, by }: Values): string {
  const best = direction === 'asc' ? 'min' : 'max';
  const values = `from object_value as ${row}
    where ${row}.workspace_id = ${context.workspace} and ${row}.object_id = ${objectId}
    and ${row}.attribute_id = any (${context.parameters.bind(step.attributeIds, 'uuid[]')})`;
  const value = step.isMultiple
    ? `(select ${best}(${by}) ${values})`
    : `(select ${by} ${values} order by ${row}.position limit 1)`;
  const isOfEachObject = context.limitsTime && objectId === 'o.id';
  return isOfEachObject ? `case when ${isInTime()} then ${value} end` : value;
}

function isObject(
  { workspace }: SearchContext,
  objectId: string,
  typeIds: string,
): (row: string) => string {
  return (row) => `${row}.workspace_id = ${workspace} and ${row}.id = ${objectId}
    and ${row}.type_id = any (${typeIds})`;
}

function lookAtLabel(context: SearchContext, objectId: string, typeIds: string): string {
  return `(select label_key from object where ${isObject(context, objectId, typeIds)('object')})`;
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

/**
 * Options and states sort in the order that their attribute lists them, people by name.
 * @param labelOf the label of what a reference points to, of these types
 */
function valueExpression(
  leaf: ValueLeaf,
  value: string,
  { parameters, members }: SearchContext,
  labelOf: (objectId: string, typeIds: string) => string,
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
      return labelOf(`${value}.reference_id`, typeIds);
    }
    case 'user': {
      const ids = members.map(({ id }) => id);
      return `array_position(${parameters.bind(ids, 'uuid[]')}, ${value}.user_id)`;
    }
  }
}
