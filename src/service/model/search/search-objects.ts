import type { SearchRequest, WorkspaceObject } from '../../../api/object';
import { defaultPageLimit } from '../../../api/page';
import type { Page } from '../../../api/page';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { page } from '../resources/page';
import { maximumShownLabel } from '../resources/read-values';
import { showObjects } from '../resources/show-objects';
import { choicesOf } from '../values/attribute-kinds';
import type { StoredAttribute, ValueKind } from '../values/attribute-kinds';
import { prepareSearch } from './prepare-search';
import type { SearchDependencies } from './prepare-search';
import { searchInTime } from './query-cost';
import { readPage } from './read-page';

/**
 * The objects that a query matches, of those that the caller may read, in the query's order.
 * @param signThumbnail makes the address of a file's thumbnail; none are given if absent
 * @throws Refusal as {@link prepareSearch}
 */
export async function searchObjects(
  dependencies: SearchDependencies,
  view: WorkspaceView,
  request: SearchRequest,
  signThumbnail?: (contentKey: string) => string,
): Promise<Page<WorkspaceObject>> {
  const { database, serviceUrl, limited = database } = dependencies;
  const statements = await prepareSearch(dependencies, view, request);
  const { offset = 0, limit = defaultPageLimit } = request;
  const range = { offset, limit };
  const { rows, total } = await searchInTime(database, statements, () =>
    readPage(limited, statements, range),
  );
  const { attributeIds } = request;
  const shown = { database, serviceUrl, view, attributeIds, signThumbnail };
  return page(await showObjects(shown, rows), total, range);
}

export const countedKinds: ReadonlySet<ValueKind> = new Set(['option', 'state', 'reference']);

/**
 * How many objects have each value, and how many have none. Options and states are in their own order, objects by how
 * many refer to them; the value is null for one that the caller may not read, its name undefined where nobody knows it.
 * An object with several values counts several times, and once in the total.
 */
export type Counts = ReturnType<typeof summarize>;

interface CountRow {
  readonly value: string | null;
  readonly label: string | null;
  readonly isEmpty: boolean;
  readonly count: number;
}

/**
 * Counts the objects that a query finds, of those that the caller may read, by one attribute.
 * @param attribute of a kind in {@link countedKinds}
 * @throws Refusal as {@link prepareSearch}
 */
export async function countObjects(
  dependencies: Omit<SearchDependencies, 'serviceUrl'>,
  view: WorkspaceView,
  request: { readonly query: string; readonly typeId: string },
  attribute: StoredAttribute,
): Promise<Counts> {
  const { database, limited = database } = dependencies;
  const { where } = await prepareSearch(dependencies, view, request, { isExpensive: true });
  const bound = where.parameters.fork();
  const workspace = bound.bind(view.workspaceId, 'uuid');
  const attributeId = bound.bind(attribute.id, 'uuid');
  const typeIds = bound.bind(typeIdsOf(view.types), 'uuid[]');
  // Of an attribute that holds one value, the first counts: it may have held several before.
  const only = attribute.isMultiple
    ? ''
    : `and not exists (select from object_value as earlier
         where earlier.workspace_id = held.workspace_id and earlier.object_id = held.object_id and earlier.attribute_id = held.attribute_id
           and earlier.position < held.position)`;
  const sql = `
     with found as materialized (select o.id from ${where.matching}),
     valued as (
       select held.value, held.reference_id, count(*) as count
       from found left join object_value as held
         on held.workspace_id = ${workspace} and held.object_id = found.id
           and held.attribute_id = ${attributeId} ${only}
       group by 1, 2
     )
     select coalesce(target.id::text, case when valued.reference_id is null then valued.value end)
         as value,
       left(target.label, ${maximumShownLabel}) as label, valued.value is null as "isEmpty", sum(valued.count)::integer as count,
       (select count(*)::integer from found) as total
     from valued
     left join object as target
       on target.workspace_id = ${workspace} and target.id = valued.reference_id
         and target.type_id = any (${typeIds})
     group by 1, 2, 3
     order by sum(valued.count) desc, 2, 1`;
  const rows = await searchInTime(database, { isExpensive: true }, () =>
    limited.query<CountRow & { total: number }>(sql, bound.values()),
  );
  return summarize(rows, rows[0]?.total ?? 0, attribute);
}

function summarize(rows: readonly CountRow[], total: number, attribute: StoredAttribute) {
  const choices = choicesOf(attribute);
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  const order = choices.map(({ id }) => id);
  const counts = rows
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ value, label, count }) => ({
      value,
      name: label ?? (value === null ? undefined : names.get(value)),
      count,
    }));
  if (attribute.kind.valueKind !== 'reference') {
    counts.sort((one, other) => order.indexOf(one.value ?? '') - order.indexOf(other.value ?? ''));
  }
  const withoutValue = rows.find(({ isEmpty }) => isEmpty)?.count ?? 0;
  return { counts, withoutValue, total };
}
