import * as z from 'zod';
import { leavesOf, operandsOf } from '../../../query';
import type { Condition, LeafCondition, Operand, Query } from '../../../query';
import { StatementCancelled, onlyRow } from '../../base/database/database';
import type { Database, Queryable } from '../../base/database/database';
import { Refusal } from '../../base/refusals/refusal';
import type { FoldedTexts } from './comparison-operands';
import { conjunctsOf } from './compile-condition';
import type { SearchContext } from './compile-condition';
import { withinTimeLimit } from './query-limits';
import { selectAll, selectNarrowed } from './read-page';
import type { SearchStatements } from './read-page';
import { isOfTheObject } from './resolve-path';
import { findIndexedSearch } from './text-search';
import type { TextSearch } from './text-search';

/** Up to these numbers, a search takes about a second at most. */
const fewConditions = 4;
const fewWords = 20;
const fewLooks = 2;

export interface AskedQuery extends Pick<SearchContext, 'view' | 'types'> {
  readonly query: Query;
  readonly texts: FoldedTexts;
}

/**
 * Whether the shape of a query says already that it is answered soon, as with those of a picker,
 * so that the database need not be asked before.
 * @throws QueryProblem for a name that no type has
 */
export function isCheap(asked: AskedQuery): boolean {
  const { query, texts } = asked;
  const parts = partsOf(asked);
  const { searches, others } = parts;
  const operands = [...searches.map(({ matches }) => matches[0]), ...others.flatMap(leavesOf)];
  return (
    query.orderBy.every(({ path }) => isOfTheObject(path)) &&
    countConditions(parts) <= fewConditions &&
    countLooks(asked, parts) <= fewLooks &&
    sum(operands.flatMap(operandsOf).map((operand) => countWords(operand, texts))) <= fewWords
  );
}

/** The texts that are looked for in the indexes, and all else that every result satisfies. */
function partsOf({ query, ...scope }: AskedQuery): QueryParts {
  const searches: TextSearch[] = [];
  const others: Condition[] = [];
  for (const part of conjunctsOf(query.condition)) {
    const search = findIndexedSearch(part, scope);
    if (search === undefined) others.push(part);
    else searches.push(search);
  }
  return { searches, others };
}

interface QueryParts {
  readonly searches: readonly TextSearch[];
  readonly others: readonly Condition[];
}

/** Texts that are looked for in the indexes count as one: what one of them finds is all that the others look at. */
function countConditions({ searches, others }: QueryParts): number {
  return Math.min(1, searches.length) + others.flatMap(leavesOf).length;
}

/** A value without words, such as a date or `!?`, counts as one. */
function countWords(operand: Operand, texts: FoldedTexts): number {
  return operand.kind === 'string' ? Math.max(1, texts.wordsOf(operand.value).length) : 1;
}

/** How many words of what the object itself holds are compared as soon as one value is found. */
const wordsPerLook = 16;
/** To sort by the values of an object takes about twice as long as to compare them. */
const looksPerSort = 2;

/**
 * How often the index is looked into for each object that may match: once per name of a path, and not
 * at all for a text that the indexes have found already.
 */
function countLooks({ query, texts }: AskedQuery, { searches, others }: QueryParts): number {
  const looked = searches
    .flatMap(({ matches }) => matches)
    .map((match) => countComparedWords(match, texts) / wordsPerLook);
  const compared = others
    .flatMap(leavesOf)
    .map((leaf) =>
      isOfTheObject(leaf.path)
        ? countComparedWords(leaf, texts) / wordsPerLook
        : leaf.path.names.length,
    );
  const sorted = query.orderBy.map(({ path }) => (isOfTheObject(path) ? 0 : path.names.length));
  return sum(looked) + sum(compared) + sum(sorted) * looksPerSort;
}

/** The values of a list are looked for together. */
function countComparedWords(leaf: LeafCondition, texts: FoldedTexts): number {
  return leaf.kind === 'comparison' ? countWords(leaf.operand, texts) : 1;
}

/** In the planner's units: it says so also of some searches that take half a second. */
const maximumCost = 1_500_000;
/** To the planner many conditions take almost no longer than one; the values of a list do not. */
const valuesThatDoubleCost = 200;
/** Sorting 171,000 objects by one name of theirs takes 0.6 seconds, and by two 0.9. */
const maximumLooks = 500_000;

/**
 * Asks the planner what a search would cost, where a statement that runs can't be stopped. It
 * takes conditions that many objects satisfy for independent, and expects few to satisfy several:
 * how many objects are looked at is taken from the one that leaves the fewest. What it is wrong
 * about ends by the time limit in query-limits.ts, after all the time that it may take.
 * @throws Refusal 400 for one that would keep everyone waiting
 */
export async function assertAffordable(
  database: Queryable,
  asked: AskedQuery,
  statements: Pick<SearchStatements, 'where'>,
): Promise<void> {
  const { cost, objects } = await estimate(database, statements);
  if (cost <= maximumCost && objects * countLooks(asked, partsOf(asked)) <= maximumLooks) return;
  throw takesTooLong();
}

/**
 * Returns what `work` finds.
 * @param refuse makes the refusal for a search that the database canceled: 400, if absent
 */
export async function searchInTime<Result>(
  database: Pick<Database, 'expensively'>,
  { isExpensive }: Pick<SearchStatements, 'isExpensive'>,
  work: () => Promise<Result>,
  refuse: () => Refusal = takesTooLong,
): Promise<Result> {
  try {
    return await withinTimeLimit(isExpensive ? () => database.expensively(work) : work);
  } catch (error) {
    throw error instanceof StatementCancelled ? refuse() : error;
  }
}

function takesTooLong(): Refusal {
  return new Refusal(
    400,
    'This query would take too long. Narrow it, for example with Label ~ "...", use fewer conditions or shorter paths, or sort by fewer names.',
  );
}

const plan = z.object({ 'Total Cost': z.number(), 'Plan Rows': z.number() });
const planned = plan.extend({ Plans: z.array(plan).default([]) });
const explained = z.tuple([z.object({ Plan: planned })]);

/** Plans what is searched and, beside it, what each condition leaves by itself. */
async function estimate(database: Queryable, statements: Pick<SearchStatements, 'where'>) {
  const { sql, parameters } = selectAll(statements);
  const plans = [`(${sql})`, ...selectNarrowed(statements)].join(' union all ');
  const rows = await database.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) ${plans}`,
    parameters,
  );
  const [{ Plan: all }] = explained.parse(onlyRow(rows)['QUERY PLAN']);
  // What can't match anything isn't planned, and of a single plan that is left there is no list.
  const [whole = all, ...others] = all.Plans;
  const narrowed = others.length === 0 ? [whole] : others;
  return {
    cost: whole['Total Cost'] * (1 + parameters.length / valuesThatDoubleCost),
    objects: Math.min(...narrowed.map((one) => one['Plan Rows'])),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
