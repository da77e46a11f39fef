import type { Referrer, ReferrerPage } from '../../../api/object';
import type { Parameter, Queryable } from '../../base/database/database';
import { getTypeOfObject } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { page, showLarge, textBytes } from './page';
import type { PageRange } from './page';
import { maximumShownLabel } from './read-values';
import { objectUrl } from './show-objects';

/** The path of the page that lists what refers to an object, below the address of the object's page. */
export const referrersPath = '/referrers';

/**
 * The other objects that refer to an object, of those that the caller may read, by label.
 * @throws Refusal 404 for an object that is not there or whose type the caller may not read
 */
export async function readReferrers(
  { database, serviceUrl }: { readonly database: Queryable; readonly serviceUrl: string },
  view: WorkspaceView,
  objectId: string,
  range: PageRange,
): Promise<ReferrerPage> {
  const { id: typeId } = await getTypeOfObject(database, view, objectId);
  const asked = [view.workspaceId, objectId, findReferringAttributes(view, typeId)];
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

/** The ids of all attributes that the caller may read and whose values are objects of the type. */
function findReferringAttributes({ types }: WorkspaceView, typeId: string): string[] {
  const attributes = types.flatMap((type) => type.attributes);
  return attributes.flatMap(({ id, targetTypeId }) => (targetTypeId === typeId ? [id] : []));
}

/** The references to the object $2 by the attributes $3; an object that refers to itself is no other one. */
const readReferences = `
  object_value as reference
  where workspace_id = $1 and reference_id = $2 and attribute_id = any ($3::uuid[])
    and object_id <> $2`;

/** One row without an id where the page has no objects: it says how many there are. */
const readStatement = `
  with referring as materialized (select distinct object_id from ${readReferences}),
  listed as (
    select o.id, o.type_id, o.label, o.label_key
    from referring join object as o on o.workspace_id = $1 and o.id = referring.object_id
    order by o.label_key, o.id offset $4 limit $5
  )
  select counted.total, listed.id, listed.type_id as "typeId",
    left(listed.label, ${maximumShownLabel}) as label, array(
      select attribute_id from ${readReferences} and object_id = listed.id order by attribute_id
    ) as "attributeIds"
  from (select count(*)::integer as total from referring) as counted left join listed on true
  order by listed.label_key, listed.id`;

type ReferrerRow = Omit<Referrer, 'url'>;
type Row = { readonly total: number } & (ReferrerRow | { readonly id: null });

/** Planned anew each time: one object is referred to by few others, and another one by very many. */
async function readRows(
  database: Queryable,
  asked: readonly Parameter[],
  { offset, limit }: PageRange,
): Promise<{ rows: ReferrerRow[]; total: number }> {
  const rows = await database.query<Row>(readStatement, [...asked, offset, limit]);
  return {
    rows: rows.flatMap((row) => {
      if (row.id === null) return [];
      const { id, typeId, label, attributeIds } = row;
      return [{ id, typeId, label, attributeIds }];
    }),
    total: rows[0]?.total ?? 0,
  };
}
