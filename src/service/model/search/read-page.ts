import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import type { PageRange } from '../resources/page';
import { objectColumns } from '../resources/read-values';
import type { ObjectRow } from '../resources/read-values';
import type { Order } from './compile-order';
import { readSortedPage } from './indexed-sort';
import type { IndexedSort } from './indexed-sort';
import { selectLabelPage } from './label-page';
import type { LabelSearch } from './label-page';
import { readReferringPage } from './referring-page';
import type { ReferringSearch } from './referring-page';
import type { BoundParameters, Statement, Where } from './statement';

/** What a query means to the database. */
export interface SearchStatements {
  readonly where: Where;
  /** How they are sorted, by joins only where it looks at all; its parameters begin with those of `where`. */
  readonly order: Order & { readonly parameters: BoundParameters };
  /** Whether to look at every match for the page already, so that they are counted with it. */
  readonly looksAtAll: boolean;
  /** What they are sorted by, where an index has that in its order. */
  readonly indexedSort: IndexedSort | undefined;
  /** The references by which they are found, where the query says nothing else. */
  readonly referring: ReferringSearch | undefined;
  /** The text that is looked for in labels, where the query says nothing else. */
  readonly labels: LabelSearch | undefined;
  readonly isExpensive: boolean;
}

export async function readPage(
  database: Pick<Queryable, 'query'>,
  statements: SearchStatements,
  range: PageRange,
) {
  const { indexedSort, referring, labels } = statements;
  if (indexedSort !== undefined) return readSortedPage(database, indexedSort, range);
  if (referring !== undefined) {
    const { rows, total } = await readReferringPage(database, referring, range);
    return { rows, total: total ?? (await countAll(database, statements)) };
  }
  const { sql, parameters } =
    labels === undefined ? selectPage(statements, range) : selectLabelPage(labels, range);
  const rows = await database.query<ObjectRow & { total: number | null }>(sql, parameters);
  const total = rows[0]?.total ?? findTotal(rows.length, range);
  return { rows, total: total ?? (await countAll(database, statements)) };
}

/** A page that is not full is the last one, and says how many there are without counting. */
function findTotal(found: number, { offset, limit }: PageRange): number | undefined {
  return found < limit && (found > 0 || offset === 0) ? offset + found : undefined;
}

async function countAll(
  database: Pick<Queryable, 'query'>,
  { where }: SearchStatements,
): Promise<number> {
  const sql = `select ${count(where.matching)} as total`;
  return onlyRow(await database.query<{ total: number }>(sql, where.parameters.values())).total;
}

function count(matching: string): string {
  return `(select count(*)::integer from ${matching})`;
}

function selectPage(statements: SearchStatements, range: PageRange): Statement {
  const { order, looksAtAll } = statements;
  if (order.first !== undefined && !looksAtAll && range.offset === 0) {
    return selectFirstPage(statements, order.first.condition, range.limit);
  }
  const bound = order.parameters.fork();
  const size = bound.bind(range.limit, 'bigint');
  const total = looksAtAll ? 'count(*) over ()::integer' : 'null::integer';
  return {
    sql: `select ${objectColumns}, ${total} as total
      from ${found(statements)}
      order by ${sort(order)} limit ${size} offset ${bound.bind(range.offset, 'bigint')}`,
    parameters: bound.values(),
  };
}

function sort({ first, by }: Order): string {
  if (first === undefined) return by;
  const next = first.next === undefined ? [] : [`${first.next} desc`];
  return [...next, `${first.condition} desc`, by].join(', ');
}

/**
 * Of many matches, what comes first is asked for by itself, since an index has it in its order.
 * Mostly it fills the page; what comes after is looked for only where it does not. Few match in that
 * case, so that they are found by their words and sorted; `offset 0` keeps the planner from going
 * through all objects in their order instead. A page that is full is counted in the same statement,
 * since each takes its time to get to the database and back.
 */
function selectFirstPage(
  { where: { matching }, order: { by, parameters } }: SearchStatements,
  first: string,
  limit: number,
): Statement {
  const bound = parameters.fork();
  const size = bound.bind(limit, 'bigint');
  const select = `select o.* from ${matching}`;
  return {
    sql: `
      with beginning as materialized (${select} and ${first} order by ${by} limit ${size}),
      other as (
        select * from (${select} and not ${first} offset 0) as o order by ${by}
        limit ${size} - (select count(*) from beginning)),
      page as (select *, 1 as part from beginning union all select *, 2 from other)
      select ${objectColumns},
        case when (select count(*) from page) = ${size} then ${count(matching)} end as total
      from page as o
      order by part, ${by}`,
    parameters: bound.values(),
  };
}

/**
 * The rows that match, with what they are sorted by. Where all of them are counted, `offset 0` keeps
 * the planner from expecting to stop once the page is full: it would go through all objects in their order.
 */
function found({ where: { matching }, order: { joins }, looksAtAll }: SearchStatements): string {
  return looksAtAll ? `(select o.* from ${matching} offset 0) as o ${joins}` : matching;
}

/** All that matches, in no order. */
export function selectAll({ where }: Pick<SearchStatements, 'where'>): Statement {
  return {
    sql: `select ${objectColumns} from ${where.matching}`,
    parameters: where.parameters.values(),
  };
}

/** What satisfies each of the narrowing conditions; the parameters are those of {@link selectAll}. */
export function selectNarrowed({ where }: Pick<SearchStatements, 'where'>): string[] {
  return where.narrowing.map((one) => `(select ${objectColumns} from object as o where ${one})`);
}
