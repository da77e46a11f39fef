import type { Parameter, Queryable } from '../database';
import { onlyRow } from '../database';
import { objectColumns } from '../resources/show-objects';
import type { ObjectRow } from '../resources/show-objects';
import type { Order } from './compile-order';
import type { BoundParameters } from './statement';

/** What a query means to the database. */
export interface SearchStatements {
  /** Which rows `o` of `object` match. */
  readonly where: { readonly condition: string; readonly parameters: BoundParameters };
  /** How they are sorted; its parameters begin with those of `where`. */
  readonly order: Order & { readonly parameters: BoundParameters };
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The rows of one page. */
export async function readPage(
  database: Queryable,
  { order, where }: SearchStatements,
  range: Range,
): Promise<ObjectRow[]> {
  const { first } = order;
  const { sql, parameters } =
    first === undefined || range.offset > 0
      ? selectPage(where.condition, order, range)
      : selectFirstPage(where.condition, first, order, range.limit);
  return database.query<ObjectRow>(sql, parameters);
}

/** A page that is not full is the last one, and says how many there are without counting. */
export async function countAll(
  database: Queryable,
  { where }: SearchStatements,
  found: number,
  { offset, limit }: Range,
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const rows = await database.query<{ total: number }>(
    `select count(*)::integer as total from object as o where ${where.condition}`,
    where.parameters.values(),
  );
  return onlyRow(rows).total;
}

function selectPage(
  condition: string,
  order: SearchStatements['order'],
  { offset, limit }: Range,
): Statement {
  const bound = order.parameters.fork();
  const range = `limit ${bound.bind(limit, 'bigint')} offset ${bound.bind(offset, 'bigint')}`;
  return {
    sql: `select ${objectColumns} from object as o where ${condition} order by ${sort(order)} ${range}`,
    parameters: bound.values(),
  };
}

function sort({ first, by }: Order): string {
  return first === undefined ? by : `${first} desc, ${by}`;
}

/**
 * What comes first is asked for by itself, since an index has it in its order. Mostly it fills the
 * page; what comes after is looked for only where it does not. Few match in that case, so that
 * they are found by their words and sorted; `offset 0` keeps the planner from going through all
 * objects in their order instead.
 */
function selectFirstPage(
  condition: string,
  first: string,
  { by, parameters }: SearchStatements['order'],
  limit: number,
): Statement {
  const bound = parameters.fork();
  const size = bound.bind(limit, 'bigint');
  const select = `select o.* from object as o where ${condition}`;
  return {
    sql: `
      with beginning as materialized (${select} and ${first} order by ${by} limit ${size}),
      other as (
        select * from (${select} and not ${first} offset 0) as o order by ${by}
        limit ${size} - (select count(*) from beginning))
      select ${objectColumns}
      from (select *, 1 as part from beginning union all select *, 2 from other) as o
      order by part, ${by}`,
    parameters: bound.values(),
  };
}

/** The whole of what a search may have to look at. */
export function selectAll({ where, order }: SearchStatements): Statement {
  return {
    sql: `select ${objectColumns} from object as o where ${where.condition} order by ${sort(order)}`,
    parameters: order.parameters.values(),
  };
}
