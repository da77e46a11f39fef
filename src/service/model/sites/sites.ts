import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as siteApi from '../../../api/site';
import type { DetailedSite, Site } from '../../../api/site';
import type { Database, Queryable } from '../../base/database/database';
import { invalid, notFound } from '../../base/refusals/refusal';
import type { WorkspaceView } from '../permissions/workspace-view';
import { assertStorable, problem, refuse } from '../resources/refused-values';

const sitesOfWorkspace = `
  from site
  left join site_access on site_access.workspace_id = $1 and site_access.site_id = site.id
    and site_access.user_id = $2
  where site.workspace_id = $1`;

/** Open to all but the person, or to them by name. */
const isReadable = 'coalesce(site_access.may_read, site.is_open)';
/** Administrators see to the access of every site, so that none is closed to everyone for good. */
const isManageable = `(${isReadable} or exists (
  select from membership where workspace_id = $1 and user_id = $2 and is_administrator
))`;

const siteColumns = 'site.id, site.name, site.is_open as "isOpen"';

/** The sites that the caller may open, or all that they may change, by name. */
export async function readSites(
  database: Queryable,
  view: WorkspaceView,
  { all }: { readonly all: boolean },
): Promise<Site[]> {
  return database.query<Site>(
    `select ${siteColumns} ${sitesOfWorkspace} and ${all ? isManageable : isReadable}
     order by lower(site.name), site.id`,
    [view.workspaceId, view.caller.userId],
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
  const [site] = await database.queryPrepared<Site>(
    `select ${siteColumns} ${sitesOfWorkspace} and ${isReadable} and site.id = $3`,
    [view.workspaceId, view.caller.userId, siteId],
  );
  if (site === undefined) throw notFound('site');
  return site;
}

/** @throws Refusal 404 for a site that is not there or that the caller may not change */
async function getManageableSite(database: Queryable, view: WorkspaceView, siteId: string) {
  const [site] = await database.query<Site & { isReadable: boolean }>(
    `select ${siteColumns}, ${isReadable} as "isReadable"
     ${sitesOfWorkspace} and ${isManageable} and site.id = $3`,
    [view.workspaceId, view.caller.userId, siteId],
  );
  if (site === undefined) throw notFound('site');
  return site;
}

/**
 * A site with those who are named as its readers.
 * @throws Refusal 404 for a site that is not there or that the caller may not change
 */
export async function readSite(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
): Promise<DetailedSite> {
  const { id, name, isOpen } = await getManageableSite(database, view, siteId);
  const readers = await database.query<{ id: string }>(
    `select user_id as id from site_access
     where workspace_id = $1 and site_id = $2 and may_read order by user_id`,
    [view.workspaceId, siteId],
  );
  return { id, name, isOpen, userIds: readers.map(({ id }) => id) };
}

type NewSite = z.output<NonNullable<(typeof siteApi.createSite)['body']>>;
type SiteChange = z.output<NonNullable<(typeof siteApi.updateSite)['body']>>;

/** In one workspace: what a person can look through. */
const maximumSites = 200;

/** @throws Refusal 400 with violations */
export async function createSite(
  database: Database,
  view: WorkspaceView,
  { name, isOpen, userIds }: NewSite,
): Promise<DetailedSite> {
  assertStorable({ name }, 'SITE');
  const id = randomUUID();
  return database.transaction(async (transaction) => {
    const created = await transaction.query(
      `insert into site (id, workspace_id, name, is_open)
       select $1::uuid, $2::uuid, $3::text, $4::boolean
       where (select count(*) from site where workspace_id = $2) < ${maximumSites}
       returning id`,
      [id, view.workspaceId, name, isOpen],
    );
    if (created.length === 0) throw tooManySites(name);
    await setReaders(transaction, view, id, [view.caller.userId, ...userIds]);
    return readSite(transaction, view, id);
  });
}

/**
 * Whoever can open a site and writes who else can remains one of its readers. An administrator who can't
 * open it gets no access but by name.
 * @throws Refusal 400 with violations, 404 for a site that the caller may not change
 */
export async function updateSite(
  database: Database,
  view: WorkspaceView,
  siteId: string,
  { name, isOpen, userIds }: SiteChange,
): Promise<DetailedSite> {
  assertStorable({ name }, 'SITE');
  return database.transaction(async (transaction) => {
    const site = await getManageableSite(transaction, view, siteId);
    await transaction.query(
      `update site
       set name = coalesce($3::text, name), is_open = coalesce($4::boolean, is_open)
       where workspace_id = $1 and id = $2`,
      [view.workspaceId, siteId, name ?? null, isOpen ?? null],
    );
    const own = site.isReadable ? [view.caller.userId] : [];
    if (userIds !== undefined) await setReaders(transaction, view, siteId, [...own, ...userIds]);
    else if (isOpen === false) await addReaders(transaction, view, siteId, own);
    return readSite(transaction, view, siteId);
  });
}

/** @throws Refusal 404 for a site that is not there or that the caller may not change */
export async function deleteSite(
  database: Database,
  view: WorkspaceView,
  siteId: string,
): Promise<undefined> {
  await getManageableSite(database, view, siteId);
  await database.query('delete from site where workspace_id = $1 and id = $2', [
    view.workspaceId,
    siteId,
  ]);
  return undefined;
}

/** Whom whoever runs the service took the access from stays out: nobody else can overrule that. */
async function setReaders(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
  userIds: readonly string[],
): Promise<void> {
  const readers = [...new Set(userIds.map((id) => id.toLowerCase()))];
  await assertMembers(database, view, readers);
  await database.query(
    'delete from site_access where workspace_id = $1 and site_id = $2 and may_read',
    [view.workspaceId, siteId],
  );
  await addReaders(database, view, siteId, readers);
}

async function addReaders(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  siteId: string,
  userIds: readonly string[],
): Promise<void> {
  await database.query(
    `insert into site_access (workspace_id, site_id, user_id, may_read)
     select $1, $2, user_id, true from unnest($3::uuid[]) as reader (user_id)
     on conflict (workspace_id, site_id, user_id) do nothing`,
    [workspaceId, siteId, userIds],
  );
}

async function assertMembers(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  userIds: readonly string[],
): Promise<void> {
  const strangers = await database.query<{ id: string }>(
    `select id from unnest($2::uuid[]) as named (id)
     where not exists (select from membership where workspace_id = $1 and user_id = named.id)`,
    [workspaceId, userIds],
  );
  if (strangers.length === 0) return;
  throw refuse(
    strangers.map(({ id }) =>
      problem('NOT_FOUND', 'userIds', 'SITE', `No member of this workspace has the id ${id}.`, id),
    ),
  );
}

function tooManySites(name: string) {
  return invalid(`A workspace can have up to ${maximumSites} sites. Delete one first.`, [
    { fieldIdentifier: 'name', violationType: 'TOO_MANY', invalidValue: name, domain: 'SITE' },
  ]);
}
