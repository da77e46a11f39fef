import { permissionMatrix } from '../../api/permission';
import type { Database, Queryable } from '../base/database/database';
import { recordChanges } from '../model/history/record-changes';
import { viewWorkspace } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import type { Person } from '../model/resources/members';
import { readSites } from '../model/sites/sites';
import { callerOf } from './identity';

/** How many are named; everyone where that is so. */
interface Named {
  readonly isEveryone: boolean;
  readonly userCount: number;
  readonly groupCount: number;
}

/** A type or a site with how many read and change it. */
export interface AccessSummary {
  readonly kind: 'type' | 'site';
  readonly id: string;
  readonly name: string;
  readonly read: Named;
  /** Of a site's pages only administrators: null. */
  readonly write: Named | null;
}

function countNamed(table: 'type' | 'site', everyone: string, right = 'true'): string {
  return `(
    select json_build_object('isEveryone', ${everyone}, 'groupCount', count(access.group_id),
      'userCount', count(membership.user_id))
    from ${table}_access as access
    left join membership on membership.workspace_id = $1 and membership.user_id = access.user_id
    where access.workspace_id = $1 and access.${table}_id = ${table}.id and ${right}
  )`;
}

/** All types and then all sites of the workspace, by name, also those that the caller can't read. */
export function readAccessSummaries(
  database: Queryable,
  { workspaceId }: Pick<WorkspaceView, 'workspaceId'>,
): Promise<AccessSummary[]> {
  return database.query<AccessSummary>(
    `select * from (
     select 'type' as kind, id, name, ${countNamed('type', 'everyone_reads', 'access.may_read')} as read,
       ${countNamed('type', 'everyone_writes', 'access.may_write')} as write
     from type where workspace_id = $1
     union all
     select 'site', id, name, ${countNamed('site', 'is_open')}, null
     from site where workspace_id = $1
     ) as place order by kind desc, lower(name), id`,
    [workspaceId],
  );
}

/** What gives a person a right: their name, and the names of groups. Empty where everyone has it. */
interface Grounds {
  readonly isNamed: boolean;
  readonly groupNames: readonly string[];
}

/** What a person reads and changes in a workspace, and what gives them that; null where they can't. */
export type SeenAs = Awaited<ReturnType<typeof seeAs>>;

/**
 * What a member sees, decided as for their own requests. It is recorded: the history says who looked.
 * @param view of the administrator who asks
 */
export function seeAs(database: Database, view: WorkspaceView, person: Person, now: Date) {
  return database.transaction(async (transaction) => {
    const theirs = await viewWorkspace(transaction, callerOf(person), view.workspaceId);
    const viewing = { kind: 'person', id: person.id, action: 'view' } as const;
    await recordChanges(transaction, view, [viewing], now);
    return {
      types: await readSeenTypes(transaction, theirs),
      sites: await readSeenSites(transaction, view, theirs),
    };
  });
}

function groundsOf(table: 'type' | 'site', right = 'true'): string {
  return `(
    select json_build_object(
      'isNamed', count(*) filter (where access.user_id = $2) > 0,
      'groupNames', coalesce(json_agg(user_group.name order by lower(user_group.name))
        filter (where member.user_id is not null), '[]')
    )
    from ${table}_access as access
    left join user_group_member as member on member.workspace_id = $1
      and member.group_id = access.group_id and member.user_id = $2
    left join user_group on user_group.workspace_id = $1 and user_group.id = member.group_id
    where access.workspace_id = $1 and access.${table}_id = ${table}.id and ${right}
  )`;
}

const atEveryone: Grounds = { isNamed: false, groupNames: [] };

async function readSeenTypes(
  database: Queryable,
  { workspaceId, caller, role, types, readOnlyTypeIds }: WorkspaceView,
) {
  const rows = await database.query<{
    readonly id: string;
    readonly name: string;
    readonly everyoneReads: boolean;
    readonly everyoneWrites: boolean;
    readonly reads: Grounds;
    readonly writes: Grounds;
    readonly objectCount: number;
  }>(
    `select type.id, type.name, everyone_reads as "everyoneReads", everyone_writes as "everyoneWrites",
       ${groundsOf('type', 'access.may_read')} as reads, ${groundsOf('type', 'access.may_write')} as writes,
       coalesce(counted.count, 0) as "objectCount"
     from type left join (
       select type_id, count(*)::integer as count from object
       where workspace_id = $1 and type_id = any ($3::uuid[]) group by type_id
     ) as counted on counted.type_id = type.id
     where type.workspace_id = $1 order by lower(type.name), type.id`,
    [workspaceId, caller.userId, types.map(({ id }) => id)],
  );
  const readable = new Set(types.map(({ id }) => id));
  const mayWrite = (id: string) =>
    permissionMatrix.changeObjects[role] && readable.has(id) && !readOnlyTypeIds.has(id);
  return rows.map(({ id, name, objectCount, ...row }) => ({
    id,
    name,
    objectCount,
    read: readable.has(id) ? (row.everyoneReads ? atEveryone : row.reads) : null,
    write: mayWrite(id) ? (row.everyoneWrites ? atEveryone : row.writes) : null,
  }));
}

async function readSeenSites(database: Queryable, view: WorkspaceView, theirs: WorkspaceView) {
  const grounds = await database.query<{ readonly id: string; readonly reads: Grounds }>(
    `select id, ${groundsOf('site')} as reads from site where workspace_id = $1`,
    [view.workspaceId, theirs.caller.userId],
  );
  const readsOf = new Map(grounds.map(({ id, reads }) => [id, reads]));
  const readable = new Set((await readSites(database, theirs, { all: false })).map(({ id }) => id));
  const sites = await readSites(database, view, { all: true });
  return sites.map((site) => ({
    ...site,
    read: readable.has(site.id)
      ? site.isOpen
        ? atEveryone
        : (readsOf.get(site.id) ?? null)
      : null,
  }));
}
