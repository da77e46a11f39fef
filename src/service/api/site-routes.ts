import * as siteApi from '../../api/site';
import * as sitePageApi from '../../api/site-page';
import { createEmbedToken } from './embedding/embed-token';
import type { EmbedDependencies } from './embedding/embed-token';
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
  answerInWorkspace(siteApi.getSite, ({ view, ids }) => readSite(database, view, ids.id));
  answerInWorkspace(siteApi.createSite, ({ view, body }) => createSite(database, view, body));
  answerInWorkspace(siteApi.updateSite, ({ view, ids, body }) =>
    updateSite(database, view, ids.id, body),
  );
  answerInWorkspace(siteApi.deleteSite, ({ view, ids }) => deleteSite(database, view, ids.id));
  answerSitePages(routes, dependencies);
}

function answerSitePages({ answerInWorkspace }: Routes, dependencies: SiteDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(sitePageApi.listSitePages, async ({ view, ids, query }) =>
    pageOfAll(await readSitePages(database, view, ids.id), query),
  );
  answerInWorkspace(sitePageApi.getSitePage, ({ view, ids }) =>
    readSitePage(dependencies, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createSitePage, ({ view, ids, body }) =>
    createSitePage(dependencies, view, ids.id, body),
  );
  answerInWorkspace(sitePageApi.updateSitePage, ({ view, ids, body }) =>
    updateSitePage(dependencies, view, pathOf(ids), body),
  );
  answerInWorkspace(sitePageApi.deleteSitePage, ({ view, ids }) =>
    deleteSitePage(database, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createEmbedToken, ({ view, ids, body }) =>
    createEmbedToken(dependencies, view, pathOf(ids), body),
  );
}

function pathOf({ id, pageId }: { readonly id: string; readonly pageId: string }) {
  return { siteId: id, pageId };
}
