import type { Site } from '../../api/site';
import type { SitePage } from '../../api/site-page';
import type { Queryable } from '../database';
import type { WorkspaceView } from '../permissions/workspace-view';
import { notFound } from '../refusal';

/** Sites of a workspace that a person may open: those open to all but them, or to them by name. */
const readableSites = `
  from site
  left join site_access on site_access.site_id = site.id and site_access.user_id = $2
  where site.workspace_id = $1 and coalesce(site_access.may_read, site.is_open)`;

/** The sites that the caller may open, by name. */
export async function readSites(database: Queryable, view: WorkspaceView): Promise<Site[]> {
  return database.query<Site>(
    `select site.id, site.name, site.is_open as "isOpen" ${readableSites} order by lower(site.name), site.id`,
    [view.workspaceId, view.caller.userId],
  );
}

/**
 * The pages of a site, in its order.
 * @throws Refusal 404 for a site that is not there or that the caller may not open
 */
export async function readSitePages(
  database: Queryable,
  view: WorkspaceView,
  siteId: string,
): Promise<SitePage[]> {
  const sites = await database.query(`select site.id ${readableSites} and site.id = $3`, [
    view.workspaceId,
    view.caller.userId,
    siteId,
  ]);
  if (sites.length === 0) throw notFound('site');
  return database.query<SitePage>(
    'select id, name from page where site_id = $1 order by position, id',
    [siteId],
  );
}
