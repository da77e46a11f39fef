import * as z from 'zod';
import type { Condition, Path, Query } from '../../query';
import type { Queryable } from '../database';
import { onlyRow } from '../database';
import { Refusal } from '../refusal';
import { selectAll } from './read-page';
import type { SearchStatements } from './read-page';

/** What a few conditions cost at most, they cost in a fraction of a second. */
const fewConditions = 4;
const shortPath = 2;

/**
 * Whether the shape of a query says already that it is answered soon, as with those of a picker,
 * so that the database need not be asked before.
 */
export function isCheap({ condition, orderBy }: Query): boolean {
  const paths = condition === undefined ? [] : pathsOf(condition);
  return (
    orderBy.length === 0 &&
    paths.length <= fewConditions &&
    paths.every(({ names }) => names.length <= shortPath)
  );
}

function pathsOf(condition: Condition): Path[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(pathsOf);
    case 'not':
      return pathsOf(condition.operand);
    case 'comparison':
    case 'membership':
    case 'emptiness':
      return [condition.path];
  }
}

/** In the planner's units: of what it says costs this much, the slowest takes about two seconds. */
const maximumCost = 1_500_000;

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
  return Plan['Total Cost'];
}
