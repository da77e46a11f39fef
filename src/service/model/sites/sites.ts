import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as siteApi from '../../../api/site';
import type { DetailedSite, Site } from '../../../api/site';
import { permissionMatrix } from '../../../api/permission';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import { recordChanges } from '../history/record-changes';
import type { Change, ChangeDependencies } from '../history/record-changes';
import { assertPrincipals } from '../permissions/access';
import { isSiteOpenTo } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { assertStorable, refuseValue } from '../../base/refusals/refused-values';
import { assertVersion } from '../../base/refusals/version-condition';
import type { VersionCondition } from '../../base/refusals/version-condition';

const sitesOfWorkspace = 'from site where site.workspace_id = $1';

const isReadable = isSiteOpenTo('$1', '$2');

const siteColumns = 'site.id, site.name, site.is_open as "isOpen"';

/** Administrators see to the access of every site, so that none is closed to everyone for good. */
function isManageable({ role }: WorkspaceView): boolean {
  return permissionMatrix.changeSites[role];
}

/** The sites that the caller may open, or all that they may change, by name. */
export async function readSites(
  database: Queryable,
  view: WorkspaceView,
  { all }: { readonly all: boolean },
): Promise<Site[]> {
  return database.query<Site>(
    `select ${siteColumns} ${sitesOfWorkspace} and ($3 or ${isReadable})
     order by lower(site.name), site.id`,
    [view.workspaceId, view.caller.userId, all && isManageable(view)],
  );
}

/**
 * A site without its readers.
 * @throws Refusal 404 for a site that is not there or that the caller may not open
 */
export async function getSite(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
): Promise<Site> {
  return getSiteFor(database, view, siteId, { all: false });
}

async function getSiteFor(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
  { all }: { readonly all: boolean },
): Promise<Site> {
  const [site] = await database.queryPrepared<Site>(
    `select ${siteColumns} ${sitesOfWorkspace} and ($4 or ${isReadable}) and site.id = $3`,
    [view.workspaceId, view.caller.userId, siteId, all && isManageable(view)],
  );
  if (site === undefined) throw notFound('site');
  return site;
}

/**
 * A site with those who are named as its readers.
 * @throws Refusal 404 for a site that is not there or that the caller may neither open nor change
 */
export async function readSite(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
): Promise<DetailedSite> {
  const site = await getSiteFor(database, view, siteId, { all: true });
  const readers = await database.query<{ userIds: string[]; groupIds: string[] }>(
    `select coalesce(array_agg(user_id::text order by user_id) filter (where user_id is not null), '{}')
         as "userIds",
       coalesce(array_agg(group_id::text order by group_id) filter (where group_id is not null), '{}')
         as "groupIds"
     from site_access where workspace_id = $1 and site_id = $2`,
    [view.workspaceId, siteId],
  );
  return { ...site, ...onlyRow(readers) };
}

type NewSite = z.output<NonNullable<(typeof siteApi.createSite)['body']>>;
type SiteChange = z.output<NonNullable<(typeof siteApi.updateSite)['body']>> & {
  readonly condition: VersionCondition | undefined;
};

/** In one workspace: what a person can look through. */
const maximumSites = 200;

/**
 * Creates a site, whose first reader is the caller.
 * @throws Refusal 400 with violations
 */
export async function createSite(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  { name, isOpen, userIds, groupIds }: NewSite,
): Promise<DetailedSite> {
  assertStorable({ name }, 'SITE');
  const id = randomUUID();
  return database.transaction(async (transaction) => {
    // One at a time, so that there are never more than there may be.
    await transaction.query('select from workspace where id = $1 for no key update', [
      view.workspaceId,
    ]);
    const created = await transaction.query(
      `insert into site (id, workspace_id, name, is_open)
       select $1::uuid, $2::uuid, $3::text, $4::boolean
       where (select count(*) from site where workspace_id = $2) < ${maximumSites}
       returning id`,
      [id, view.workspaceId, name, isOpen],
    );
    if (created.length === 0) {
      const message = `A workspace can have up to ${maximumSites} sites. Delete one first.`;
      throw refuseValue('TOO_MANY', 'name', 'SITE', message, name);
    }
    await setReaders(transaction, view, id, {
      userIds: [view.caller.userId, ...userIds],
      groupIds,
    });
    const site = await readSite(transaction, view, id);
    const of = { kind: 'site', id, siteId: id, action: 'create' } as const;
    await recordChanges(transaction, view, [{ ...of, after: factsOf(site) }], clock());
    return site;
  });
}

/** What the history says of a site, and apart from its name of the access to it. */
function factsOf({ name, isOpen, userIds, groupIds }: DetailedSite) {
  return { name, isOpen, userIds, groupIds };
}

/**
 * Changes what the call names; each list of readers replaces the one before.
 * @throws Refusal 400 with violations, 404 for a site that is not there, 412 if the condition doesn't hold
 */
export async function updateSite(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  siteId: string,
  { name, isOpen, condition, ...readers }: SiteChange,
): Promise<DetailedSite> {
  assertStorable({ name }, 'SITE');
  return database.transaction(async (transaction) => {
    await getSiteFor(transaction, view, siteId, { all: true });
    await transaction.query(
      'select from site where workspace_id = $1 and id = $2 for no key update',
      [view.workspaceId, siteId],
    );
    const site = await readSite(transaction, view, siteId);
    if (condition !== undefined) assertVersion('site', site, condition);
    await transaction.query(
      `update site
       set name = coalesce($3::text, name), is_open = coalesce($4::boolean, is_open)
       where workspace_id = $1 and id = $2`,
      [view.workspaceId, siteId, name ?? null, isOpen ?? null],
    );
    await setReaders(transaction, view, siteId, readers);
    const changed = await readSite(transaction, view, siteId);
    await recordChanges(transaction, view, listChanges(factsOf(site), changed), clock());
    return changed;
  });
}

function listChanges(before: ReturnType<typeof factsOf>, changed: DetailedSite): Change[] {
  const { name, ...access } = before;
  const { name: newName, ...newAccess } = factsOf(changed);
  const of = { id: changed.id, siteId: changed.id, action: 'change' } as const;
  return [
    { ...of, kind: 'site', before: { name }, after: { name: newName } },
    { ...of, kind: 'access', before: access, after: newAccess },
  ];
}

/** @throws Refusal 404 for a site that is not there */
export async function deleteSite(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  siteId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const key = [view.workspaceId, siteId];
    await transaction.query('select from site where workspace_id = $1 and id = $2 for update', key);
    const before = factsOf(await readSite(transaction, view, siteId));
    await transaction.query('delete from site where workspace_id = $1 and id = $2', key);
    const of = { kind: 'site', id: siteId, siteId, action: 'delete' } as const;
    await recordChanges(transaction, view, [{ ...of, before }], clock());
  });
}

/** Replaces the lists that are given. */
async function setReaders(
  transaction: Queryable,
  view: WorkspaceView,
  siteId: string,
  { userIds, groupIds }: Pick<SiteChange, 'userIds' | 'groupIds'>,
): Promise<void> {
  await assertPrincipals(transaction, view, { userIds, groupIds }, 'SITE');
  const key = [view.workspaceId, siteId];
  for (const [column, ids] of [
    ['user_id', userIds],
    ['group_id', groupIds],
  ] as const) {
    if (ids === undefined) continue;
    await transaction.query(
      `delete from site_access where workspace_id = $1 and site_id = $2 and ${column} is not null`,
      key,
    );
    await transaction.query(
      `insert into site_access (workspace_id, site_id, ${column})
       select distinct $1::uuid, $2::uuid, id from unnest($3::uuid[]) as reader (id)`,
      [...key, ids],
    );
  }
}
