import * as siteApi from '../../api/site';
import * as sitePageApi from '../../api/site-page';
import { createEmbedToken } from './embedding';
import type { EmbedDependencies } from './embedding';
import type { ObjectDependencies } from '../model/resources/objects';
import { pageOfAll } from '../model/resources/page';
import {
  createSitePage,
  deleteSitePage,
  readSitePage,
  readSitePages,
  updateSitePage,
} from '../model/sites/site-pages';
import { createSite, deleteSite, readSite, readSites, updateSite } from '../model/sites/sites';
import type { Routes } from './routes';

export type SiteDependencies = ObjectDependencies & EmbedDependencies;

/** Sites, their pages, and tokens that open a page elsewhere. */
export function answerSites(routes: Routes, dependencies: SiteDependencies): void {
  const { answerInWorkspace } = routes;
  const { database } = dependencies;
  answerInWorkspace(siteApi.listSites, async ({ view, query }) =>
    pageOfAll(await readSites(database, view, { all: query.all === 'true' }), query),
  );
  answerInWorkspace(siteApi.getSite, ({ view, id }) => readSite(database, view, id));
  answerInWorkspace(siteApi.createSite, ({ view, body }) => createSite(database, view, body));
  answerInWorkspace(siteApi.updateSite, ({ view, id, body }) =>
    updateSite(database, view, id, body),
  );
  answerInWorkspace(siteApi.deleteSite, ({ view, id }) => deleteSite(database, view, id));
  answerSitePages(routes, dependencies);
}

function answerSitePages({ answerInWorkspace }: Routes, dependencies: SiteDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(sitePageApi.listSitePages, async ({ view, id, query }) =>
    pageOfAll(await readSitePages(database, view, id), query),
  );
  answerInWorkspace(sitePageApi.getSitePage, ({ view, id: siteId, pageId }) =>
    readSitePage(dependencies, view, { siteId, pageId }),
  );
  answerInWorkspace(sitePageApi.createSitePage, ({ view, id, body }) =>
    createSitePage(dependencies, view, id, body),
  );
  answerInWorkspace(sitePageApi.updateSitePage, ({ view, id: siteId, pageId, body }) =>
    updateSitePage(dependencies, view, { siteId, pageId }, body),
  );
  answerInWorkspace(sitePageApi.deleteSitePage, ({ view, id: siteId, pageId }) =>
    deleteSitePage(database, view, { siteId, pageId }),
  );
  answerInWorkspace(sitePageApi.createEmbedToken, ({ view, id: siteId, pageId, body }) =>
    createEmbedToken(dependencies, view, { siteId, pageId }, body),
  );
}
