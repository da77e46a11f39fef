import type { Query } from '../../../query';
import type { Queryable } from '../../base/database/database';
import type { PageRange } from '../resources/page';
import { objectColumns } from '../resources/read-values';
import type { ObjectRow } from '../resources/read-values';
import type { SearchContext } from './compile-condition';
import { isInTime } from './query-limits';
import { resolvePath } from './resolve-path';
import type { Leaf } from './resolve-path';
import { allOf, always } from './statement';
import type { BoundParameters, Statement, Where } from './statement';

/** A sort by numbers or times of which an object has none or one, and which an index has in their order. */
export interface IndexedSort {
  readonly column: 'number' | 'moment';
  readonly direction: 'asc' | 'desc';
  /** The condition for a row `v` of `object_value` to hold what is sorted by. */
  readonly isValue: string;
  readonly workspace: string;
  /** The conditions for a row `o`. */
  readonly ofType: string;
  readonly conditions: readonly string[];
  readonly matching: string;
  readonly parameters: BoundParameters;
  /** Whether the statement has to end itself once it has run for too long. */
  readonly limitsTime: boolean;
}

const columns: Partial<Record<Leaf['kind'], IndexedSort['column']>> = {
  number: 'number',
  date: 'moment',
  datetime: 'moment',
};

/** Returns undefined for a query that is sorted otherwise. */
export function compileIndexedSort(
  { orderBy: [sort, ...others] }: Query,
  { matching, ofOneRow, parameters: bound }: Where,
  { view, types, workspace, limitsTime }: SearchContext,
): IndexedSort | undefined {
  const { ofType, direct: conditions, followed } = ofOneRow;
  if (conditions === undefined || followed.length > 0) return;
  if (sort === undefined || others.length > 0 || types.length > 1) return;
  const { steps, leaves } = resolvePath(view, types, sort.path);
  const [leaf] = leaves;
  if (leaf?.holder !== 'value' || steps.length > 0) return;
  const column = columns[leaf.kind];
  const [attribute] = leaf.attributes;
  if (column === undefined || attribute === undefined || attribute.isMultiple) return;
  const parameters = bound.fork();
  // It may have held several before: the first counts.
  const isValue = `v.workspace_id = ${workspace} and v.position = 0
    and v.attribute_id = ${parameters.bind(attribute.id, 'uuid')}`;
  const { direction } = sort;
  return {
    ...{ column, direction, isValue, workspace, ofType, conditions },
    ...{ matching, limitsTime, parameters },
  };
}

/** So many matches are found and sorted sooner than the index is looked into. */
const fewMatches = 500;

type SortedRow = (ObjectRow | { readonly id: null }) & { readonly total: number };

/** The page in this order, and how many match in all, both from one statement. */
export async function readSortedPage(
  database: Pick<Queryable, 'query'>,
  sort: IndexedSort,
  range: PageRange,
) {
  const read = async ({ sql, parameters }: Statement) => {
    const answer = await database.query<SortedRow>(sql, parameters);
    const rows = answer.filter((row) => row.id !== null);
    return { rows, total: answer[0]?.total ?? 0 };
  };
  const few = await read(selectOfFew(sort, range));
  return few.total <= fewMatches ? few : read(selectOfMany(sort, range));
}

/**
 * Where few match, they are found first and then sorted. Otherwise it only says that there are more. What is
 * materialized is planned as if all of it were read, and read as far as needed: a plan for the first rows
 * would go through all objects where fewer match than the planner expects.
 */
function selectOfFew(sort: IndexedSort, range: PageRange): Statement {
  const { matching, limitsTime, conditions } = sort;
  const isFiltered = conditions.length > 0;
  const { parameters, limit, offset } = bindRange(sort, range);
  const found = `select o.id, o.type_id, o.label, o.label_key, o.created_at, o.updated_at from ${matching}`;
  const few = isFiltered
    ? `found as materialized (${found}),
       few as materialized (select * from found limit ${fewMatches + 1})`
    : `few as materialized (${found} order by o.label_key, o.id limit ${fewMatches + 1})`;
  return {
    sql: `
      with ${few}
      select page.*, counted.total
      from (select count(*)::integer as total from few) as counted left join (
        select ${objectColumns}, row_number() over (order by ${by(sort, 'v', 'o')}) as place
        from few as o ${leftJoin(sort)}
        where (select count(*) from few) <= ${fewMatches} and ${limitsTime ? isInTime() : always}
        order by place limit ${limit} offset ${offset}
      ) as page on true
      order by page.place`,
    parameters,
  };
}

/** Of so many matches, the index of values is read for one, before all that match are sorted. */
const matchesPerLook = 10;
/** The same where all objects match, and are counted without looking at each. */
const objectsPerLook = 50;

/**
 * Where many match, the index of values has the page at its beginning. Only where that doesn't fill it, all that match
 * are sorted.
 */
function selectOfMany(sort: IndexedSort, range: PageRange): Statement {
  const { column, direction, workspace, conditions, matching, limitsTime } = sort;
  const isFiltered = conditions.length > 0;
  const { parameters, limit, offset } = bindRange(sort, range);
  const end = `(${limit} + ${offset})`;
  const matches = `select o.id, o.label_key from ${matching}`;
  // An index counts all objects sooner than they can be kept.
  const found = isFiltered ? 'found as o' : `(${matches}) as o`;
  return {
    sql: `
      with ${isFiltered ? `found as materialized (${matches}),` : ''}
      counted as materialized (
        select count(*)::integer as total, count(*) / ${isFiltered ? matchesPerLook : objectsPerLook} as looks
        from ${found}
      ),
      ${selectBeginning(sort, end)},
      sorted as (
        select id, label_key, by from beginning where (select count(*) from beginning) >= ${end}
        union all
        select o.id, o.label_key, v.${column} from ${found} ${leftJoin(sort)}
        where (select count(*) from beginning) < ${end} and ${limitsTime ? isInTime() : always}
      ),
      page as (
        select * from sorted order by ${by({ column: 'by', direction }, 'sorted', 'sorted')}
        limit ${limit} offset ${offset}
      )
      select ${objectColumns}, counted.total
      from counted left join page on true
        left join object as o on o.workspace_id = ${workspace} and o.id = page.id
      order by ${by({ column: 'by', direction }, 'page', 'page')}`,
    parameters,
  };
}

/**
 * Selects the first matches as `beginning`, as far as they are soon found. The index is read up to the `edge`, whose value more
 * objects may have than were read. Of those with this value, or without one after the last value, labels have an order too:
 * it is followed if most of what was read has this value.
 */
function selectBeginning(
  { column, direction, isValue, ofType, conditions }: IndexedSort,
  end: string,
): string {
  const looks = '(select looks from counted)';
  const edge = '(select by from edge)';
  // Not materialized for the page, which then ends with its last object, and looks no further.
  const walked = `
        select v.object_id, v.${column} as by from object_value as v
        where ${isValue} and v.${column} is not null and ${looks} >= ${end}
        order by v.${column} ${direction} limit ${looks}`;
  return `walked as materialized (${walked}),
      edge as materialized (
        select ${direction === 'asc' ? 'max' : 'min'}(by) as by from walked having count(*) >= ${looks}
      ),
      front as materialized (
        select o.id, o.label_key, walked.by from (${walked}) as walked cross join lateral (
          select o.id, o.label_key from object as o
          where o.id = walked.object_id and ${allOf([ofType, ...conditions])} offset 0
        ) as o
        where walked.by is distinct from ${edge}
        order by walked.by ${direction}, o.label_key, o.id limit ${end}
      ),
      other as materialized (
        select o.id, o.label_key, ${edge} as by from (
          select * from object as o where ${ofType} order by o.label_key, o.id limit ${looks}
        ) as o
        where ${allOf(conditions)} and (
          select v.${column} from object_value as v where ${isValue} and v.object_id = o.id
        ) is not distinct from ${edge}
          and ${looks} >= ${end}
          and (select count(*) filter (where by is distinct from ${edge}) from walked) <= ${looks} / 2
        order by o.label_key, o.id limit greatest(0, ${end} - (select count(*) from front))
      ),
      beginning as materialized (select * from front union all select * from other)`;
}

function bindRange({ parameters }: IndexedSort, { offset, limit }: PageRange) {
  const bound = parameters.fork();
  const placeholders = { limit: bound.bind(limit, 'bigint'), offset: bound.bind(offset, 'bigint') };
  return { ...placeholders, parameters: bound.values() };
}

function leftJoin({ isValue }: IndexedSort): string {
  return `left join object_value as v on ${isValue} and v.object_id = o.id`;
}

/** Objects without a value come last in both directions. */
function by(
  { column, direction }: { readonly column: string; readonly direction: 'asc' | 'desc' },
  value: string,
  object: string,
): string {
  return `${value}.${column} ${direction} nulls last, ${object}.label_key, ${object}.id`;
}
