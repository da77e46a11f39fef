import type { Condition, Query } from '../../../query';
import type { Queryable } from '../../base/database/database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { PageRange } from '../resources/page';
import { objectColumns } from '../resources/read-values';
import type { ObjectRow } from '../resources/read-values';
import { compareObjectLeaf, compareValueLeaf } from './compile-comparison';
import { comparingOf, comparingOfList } from './comparison-operands';
import { conjunctsOf } from './compile-condition';
import type { SearchContext } from './compile-condition';
import type { Order } from './compile-order';
import type { Comparing } from './comparison-operands';
import { QuerySize, isInTime } from './query-limits';
import { resolvePath } from './resolve-path';
import type { Leaf, ResolvedPath } from './resolve-path';
import { always } from './statement';
import type { BoundParameters, Statement, Where } from './statement';

/** A search of one type for what refers to something, and for nothing else. */
export interface ReferringSearch {
  /** Selects the ids of what matches, from the last reference back to the objects: an id may come several times. */
  readonly ids: string;
  readonly ofType: string;
  /** The condition of the query for a row `o`. */
  readonly condition: string;
  readonly where: Where;
  readonly order: Order;
  /** Whether the objects come in the order of their labels. */
  readonly isByLabel: boolean;
  readonly workspace: string;
  readonly parameters: BoundParameters;
}

/** Returns undefined for a query that says more than what is referred to, or what isn't. */
export function compileReferring(
  { condition, orderBy }: Query,
  { where, order }: { readonly where: Where; readonly order: Order },
  context: SearchContext,
): ReferringSearch | undefined {
  const { ofType, direct, followed } = where.ofOneRow;
  const [holds, ...others] = followed;
  const isAlone = direct?.length === 0 && others.length === 0 && context.types.length === 1;
  const asked = isAlone ? findReferring(condition, context) : undefined;
  if (asked === undefined || holds === undefined) return;
  const parameters = context.parameters.fork();
  // The conditions of the query were counted already.
  const ids = selectReferring(asked.steps, asked, {
    ...context,
    parameters,
    size: new QuerySize(),
  });
  const isByLabel = orderBy.length === 0;
  const { workspace } = context;
  return { ids, ofType, condition: holds, where, order, isByLabel, workspace, parameters };
}

/** Most objects are in what these say, so that all of the type are looked at anyway. */
const ranges: readonly string[] = ['<', '<=', '>', '>='];

interface Asked {
  readonly leaf: Leaf;
  readonly comparing: Comparing;
}

function findReferring(condition: Condition | undefined, context: SearchContext) {
  const [part, ...others] = conjunctsOf(condition);
  if (part?.kind !== 'comparison' && part?.kind !== 'membership') return;
  const comparing = part.kind === 'comparison' ? comparingOf(part) : comparingOfList(part);
  const isNegated =
    part.kind === 'comparison' ? comparing.operator !== part.operator : part.isNegated;
  const { steps, leaves } = resolvePath(context.view, context.types, part.path);
  const [leaf] = leaves;
  if (others.length > 0 || isNegated || leaves.length > 1 || leaf === undefined) return;
  if (ranges.includes(comparing.operator)) return;
  return { steps, leaf, comparing };
}

function selectReferring(
  [step, ...others]: ResolvedPath['steps'],
  { leaf, comparing }: Asked,
  context: SearchContext,
): string {
  const { workspace, parameters, limitsTime } = context;
  const isSoon = (id: string) => (limitsTime ? isInTime(id) : always);
  const select = (attributeIds: readonly string[], holds: string) =>
    `select v.object_id from object_value as v where v.workspace_id = ${workspace}
      and v.attribute_id = any (${parameters.bind(attributeIds, 'uuid[]')}) and ${isSoon('v.object_id')}
      and ${holds}`;
  if (step !== undefined) {
    const rest = selectReferring(others, { leaf, comparing }, context);
    return select(step.attributeIds, `v.reference_id in (${rest})`);
  }
  if (leaf.holder === 'value') {
    const attributeIds = leaf.attributes.map(({ id }) => id);
    return select(attributeIds, compareValueLeaf(leaf, 'v', comparing, context));
  }
  const typeIds = parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
  return `select s.id from object as s where s.workspace_id = ${workspace}
    and s.type_id = any (${typeIds}) and ${isSoon('s.id')} and ${compareObjectLeaf(leaf, 's', comparing, context)}`;
}

/** Up to so many matches are looked up one by one, if the type has this many times as many; with more, to read it is sooner. */
const maximumLookedUp = 5_000;
const objectsPerLook = 8;
/** What ends later than this is no first page: all that match are sorted. */
const firstPagesEnd = 1_000;

type ReferringRow = (ObjectRow | { readonly id: null }) & { readonly total: number | null };

/** A page of what matches, and how many that are in all, both from one statement; no total behind the last of many. */
export async function readReferringPage(
  database: Pick<Queryable, 'query'>,
  search: ReferringSearch,
  range: PageRange,
) {
  const { sql, parameters } = selectReferringPage(search, range);
  const answer = await database.query<ReferringRow>(sql, parameters);
  const total = answer[0]?.total ?? undefined;
  return { rows: answer.filter((row) => row.id !== null), total };
}

/**
 * The planner can't know how many objects a reference leads to. So what matches is found by its references and counted
 * first. A few are looked up; of many, the first pages are found in the order of labels; and where neither will do, all
 * objects of the type are looked at. `offset 0` keeps what is decided by the count apart from what is sorted.
 */
function selectReferringPage(search: ReferringSearch, { offset, limit }: PageRange): Statement {
  const { ids, ofType, condition, where, order, isByLabel, workspace } = search;
  const bound = search.parameters.fork();
  const size = bound.bind(limit, 'bigint');
  const start = bound.bind(offset, 'bigint');
  const end = `(${size} + ${start})`;
  const isFirst = isByLabel && offset + limit <= firstPagesEnd;
  const total = '(select total from counted)';
  const isMany = '(select is_many from decided)';
  const looks = `least(${total} / 5, 100 * ${end})`;
  const isUnfilled = isFirst ? `(select count(*) from first) < ${end}` : always;
  // Numbered after the rest was cut off: so the database need not sort it.
  const page = (rows: string, ofAll: string) => `
    select *, row_number() over () as place from (
      select ${objectColumns}, ${ofAll} as total from (${rows} offset 0) as o ${order.joins}
      order by ${order.by} limit ${size} offset ${start}
    ) as sorted`;
  // A part of them is enough where their number only says whether there are too many.
  const looked = isFirst
    ? `looked (id) as materialized (${ids})`
    : `referring (id) as materialized (${ids}),
      looked as materialized (select id from referring limit ${maximumLookedUp + 1})`;
  const pages = [
    page(
      `select o.* from found join object as o on o.workspace_id = ${workspace} and o.id = found.id
       where not ${isMany}`,
      total,
    ),
    page(
      `select o.* from ${where.matching} and ${isMany} and ${isUnfilled}`,
      'count(*) over ()::integer',
    ),
    ...(isFirst ? [page(`select * from first where not (${isUnfilled})`, total)] : []),
  ];
  return {
    sql: `
      with ${looked},
      found as materialized (select distinct id from looked),
      counted as materialized (select count(*)::integer as total from found),
      decided as materialized (
        select (select count(*) from looked) > ${maximumLookedUp} or not exists (
          select from object as o where ${ofType}
          order by o.label_key, o.id offset total * ${objectsPerLook}
        ) as is_many
        from counted
      ),
      first as materialized (
        select o.* from (
          select * from object as o where ${ofType} order by o.label_key, o.id limit ${looks}
        ) as o
        where ${condition} and ${isMany} and ${looks} >= ${end}
        order by o.label_key, o.id limit ${end}
      ),
      page as (${pages.join(' union all ')})
      select page.id, page."typeId", page.label, page."createdAt", page."updatedAt",
        coalesce(page.total, case when ${isFirst} or not ${isMany} then counted.total end) as total
      from counted left join page on true order by page.place`,
    parameters: bound.values(),
  };
}
