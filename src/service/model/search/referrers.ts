import type { Referrer, ReferrerPage } from '../../../api/object';
import type { Database, Parameter } from '../../base/database/database';
import { Refusal } from '../../base/refusals/refusal';
import { getTypeOfObject } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { page, showLarge, textBytes } from '../resources/page';
import type { PageRange } from '../resources/page';
import { maximumShownLabel } from '../resources/read-values';
import { objectUrl } from '../resources/show-objects';
import { searchInTime } from './query-cost';
import { isInTime } from './query-limits';
import { always } from './statement';

/** The path of the page that lists what refers to an object, below the address of the object's page. */
export const referrersPath = '/referrers';

/** So many objects refer to one that the page would take too long. */
export class TooManyReferrers extends Refusal {
  constructor() {
    super(
      400,
      'So many objects refer to this one that this page would take too long. Ask for one of the first pages, or search for what refers to the object.',
    );
  }
}

/**
 * The other objects that refer to an object, of those that the caller may read, by label.
 * @throws Refusal 404 for an object that is not there or whose type the caller may not read
 * @throws TooManyReferrers where they can't be counted and sorted in time
 */
export async function readReferrers(
  { database, serviceUrl }: { readonly database: Database; readonly serviceUrl: string },
  view: WorkspaceView,
  objectId: string,
  range: PageRange,
): Promise<ReferrerPage> {
  const { id: typeId } = await getTypeOfObject(database, view, objectId);
  const attributes = findReferringAttributes(view, typeId);
  const attributeIds = attributes.map(({ id }) => id);
  const typeIds = [...new Set(attributes.map((attribute) => attribute.typeId))];
  const asked = [view.workspaceId, objectId, attributeIds, typeIds];
  const { rows, total } = await readRows(database, asked, range);
  const addressOf = (id: string) => objectUrl(serviceUrl, view.workspaceId, id);
  const result = await showLarge(rows, {
    names: 'objects',
    bytesOf: ({ label, attributeIds }) =>
      ownBytes + textBytes(label) + attributeIds.length * idBytes,
    show: (row) => ({ ...row, url: addressOf(row.id) }),
  });
  return { ...page(result, total, range), url: addressOf(objectId) + referrersPath };
}

/** The bytes that a referrer adds to an answer, beside its label and its attributes. */
const ownBytes = 300;
const idBytes = 40;

/** The attributes that the caller may read and whose values are objects of the type. */
function findReferringAttributes({ types }: WorkspaceView, typeId: string) {
  return types
    .flatMap((type) => type.attributes)
    .filter(({ targetTypeId }) => targetTypeId === typeId);
}

/** Up to so many are looked up one by one and sorted. */
const fewReferrers = 2_000;
/** The first pages of more are found in the order of labels: up to this many objects. */
const firstPagesEnd = 1_000;

/** The references to the object $2 by the attributes $3; an object that refers to itself is no other one. */
const readReferences = `
  object_value as reference
  where workspace_id = $1 and reference_id = $2 and attribute_id = any ($3::uuid[])
    and object_id <> $2`;

const shownColumns = 'o.id, o.type_id, o.label, o.label_key';
const byLabel = (row: string) => `order by ${row}.label_key, ${row}.id`;

/**
 * Selects one row without an id where the page has no objects: it says how many there are. They are counted by their
 * references alone. The first pages of many are found among the first objects of the referring types $4, by label, of
 * which no more are looked at than there are referrers; only where those don't fill the page, all referrers are sorted.
 * @param limitsTime whether the statement ends itself where it takes too long
 */
function selectPage({ offset, limit }: PageRange, limitsTime: boolean): string {
  const isSoon = (id: string) => (limitsTime ? isInTime(id) : always);
  const isFirst = offset + limit <= firstPagesEnd;
  const end = '($5::bigint + $6::bigint)';
  const looks = '(select looks from decided)';
  const isFilled = `(select count(*) from first) = ${end}`;
  return `
    with referring as materialized (
      select distinct object_id from ${readReferences} and ${isSoon('object_id')}
    ),
    counted as materialized (select count(*)::integer as total from referring),
    decided as materialized (
      select case when ${isFirst} and total > ${fewReferrers}
        then least(total / cardinality($4::uuid[]), 1000 + 10 * ${end}) else 0 end as looks
      from counted
    ),
    first as materialized (
      select o.* from (
        select o.* from unnest($4::uuid[]) as type (id) cross join lateral (
          select ${shownColumns} from object as o where o.workspace_id = $1 and o.type_id = type.id
          ${byLabel('o')} limit ${looks}
        ) as o
        ${byLabel('o')} limit ${looks}
      ) as o
      where exists (select from ${readReferences} and object_id = o.id offset 0)
      ${byLabel('o')} limit ${end}
    ),
    listed as (
      (select * from first as o where ${isFilled} ${byLabel('o')} offset $5 limit $6)
      union all
      (select ${shownColumns}
       from referring join object as o on o.workspace_id = $1 and o.id = referring.object_id
       where not (${isFilled}) and ${isSoon('o.id')} ${byLabel('o')} offset $5 limit $6)
    )
    select counted.total, listed.id, listed.type_id as "typeId",
      left(listed.label, ${maximumShownLabel}) as label, array(
        select attribute_id from ${readReferences} and object_id = listed.id order by attribute_id
      ) as "attributeIds"
    from counted left join listed on true
    ${byLabel('listed')}`;
}

type ReferrerRow = Omit<Referrer, 'url'>;
type Row = { readonly total: number } & (ReferrerRow | { readonly id: null });

/** Planned anew each time: one object is referred to by few others, and another one by very many. */
async function readRows(
  database: Database,
  asked: readonly Parameter[],
  range: PageRange,
): Promise<{ rows: ReferrerRow[]; total: number }> {
  const sql = selectPage(range, !database.cancelsStatements);
  const parameters = [...asked, range.offset, range.limit];
  const rows = await searchInTime(
    database,
    { isExpensive: true },
    () => database.query<Row>(sql, parameters),
    () => new TooManyReferrers(),
  );
  return {
    rows: rows.flatMap((row) => {
      if (row.id === null) return [];
      const { id, typeId, label, attributeIds } = row;
      return [{ id, typeId, label, attributeIds }];
    }),
    total: rows[0]?.total ?? 0,
  };
}
