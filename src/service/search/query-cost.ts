import * as z from 'zod';
import { leavesOf, operandsOf, wordsOf } from '../../query';
import type { Operand, Query } from '../../query';
import type { Parameter, Queryable } from '../database';
import { onlyRow } from '../database';
import { Refusal } from '../refusal';
import { selectAll } from './read-page';
import type { SearchStatements } from './read-page';

/** What a few conditions with a few words cost at most, they cost in a fraction of a second. */
const fewConditions = 4;
const fewWords = 20;
const shortPath = 2;

/**
 * Whether the shape of a query says already that it is answered soon, as with those of a picker,
 * so that the database need not be asked before.
 */
export function isCheap({ condition, orderBy }: Query): boolean {
  const leaves = leavesOf(condition);
  return (
    orderBy.length === 0 &&
    leaves.length <= fewConditions &&
    leaves.every(({ path }) => path.names.length <= shortPath) &&
    leaves.flatMap(operandsOf).reduce((sum, operand) => sum + countWords(operand), 0) <= fewWords
  );
}

/** A value without words, such as a date or `!?`, counts as one. */
function countWords(operand: Operand): number {
  return operand.kind === 'string' ? Math.max(1, wordsOf(operand.value).length) : 1;
}

/** In the planner's units: of what it says costs this much, the slowest takes about two seconds. */
const maximumCost = 1_500_000;
/** To the planner a row is compared with many values almost as fast as with one. */
const valuesThatDoubleCost = 200;

/**
 * Asks the planner what a search would cost, since a statement that runs cannot be stopped.
 * @throws Refusal 400 for one that would keep everyone waiting
 */
export async function assertAffordable(
  database: Queryable,
  statements: SearchStatements,
): Promise<void> {
  if ((await estimateCost(database, statements)) <= maximumCost) return;
  throw new Refusal(
    400,
    'This query would take too long. Narrow it, for example with Label ~ "...", compare with fewer conditions and shorter paths, or sort by fewer names.',
  );
}

const plan = z.tuple([z.object({ Plan: z.object({ 'Total Cost': z.number() }) })]);

async function estimateCost(database: Queryable, statements: SearchStatements): Promise<number> {
  const { sql, parameters } = selectAll(statements);
  const explain = `explain (format json) ${sql}`;
  const rows = await database.query<{ 'QUERY PLAN': unknown }>(explain, parameters);
  const [{ Plan }] = plan.parse(onlyRow(rows)['QUERY PLAN']);
  return Plan['Total Cost'] * (1 + countValues(parameters) / valuesThatDoubleCost);
}

function countValues(parameters: readonly Parameter[]): number {
  return parameters.flat().length;
}
