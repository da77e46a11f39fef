import type { BodyOf } from '../endpoint';
import type { PageRequest } from '../page';
import { createSite, deleteSite, getSite, listSites, updateSite } from '../site';
import {
  createEmbedToken,
  createSitePage,
  deleteSitePage,
  getSitePage,
  listSitePages,
  updateSitePage,
} from '../site-page';
import type { Call, CallOptions } from './call';
import { everyEntry, type AllOptions } from './paging';

export function siteCalls(call: Call, workspaceId: string) {
  return {
    list: (query: PageRequest & { all?: 'true' } = {}, options?: CallOptions) =>
      call(listSites, { workspaceId, query }, options),
    all: (options: AllOptions = {}) =>
      everyEntry((query) => call(listSites, { workspaceId, query }, options), options),
    get: (id: string, options?: CallOptions) =>
      call(getSite, { workspaceId, path: { id } }, options),
    create: (site: BodyOf<typeof createSite>, options?: CallOptions) =>
      call(createSite, { workspaceId, body: site }, options),
    update: (id: string, changes: BodyOf<typeof updateSite>, options?: CallOptions) =>
      call(updateSite, { workspaceId, path: { id }, body: changes }, options),
    delete: (id: string, options?: CallOptions) =>
      call(deleteSite, { workspaceId, path: { id } }, options),
    ...sitePageCalls(call, workspaceId),
  };
}

function sitePageCalls(call: Call, workspaceId: string) {
  return {
    listPages: (siteId: string, page: PageRequest = {}, options?: CallOptions) =>
      call(listSitePages, { workspaceId, path: { id: siteId }, query: page }, options),
    allPages: (siteId: string, options: AllOptions = {}) =>
      everyEntry(
        (query) => call(listSitePages, { workspaceId, path: { id: siteId }, query }, options),
        options,
      ),
    getPage: (path: PagePath, options?: CallOptions) =>
      call(getSitePage, { workspaceId, path: inPath(path) }, options),
    createPage: (siteId: string, page: BodyOf<typeof createSitePage>, options?: CallOptions) =>
      call(createSitePage, { workspaceId, path: { id: siteId }, body: page }, options),
    updatePage: (path: PagePath, changes: BodyOf<typeof updateSitePage>, options?: CallOptions) =>
      call(updateSitePage, { workspaceId, path: inPath(path), body: changes }, options),
    deletePage: (path: PagePath, options?: CallOptions) =>
      call(deleteSitePage, { workspaceId, path: inPath(path) }, options),
    /** The caller's own way into the page, inside the page of another origin. */
    createEmbedToken: (
      path: PagePath,
      body: BodyOf<typeof createEmbedToken>,
      options?: CallOptions,
    ) => call(createEmbedToken, { workspaceId, path: inPath(path), body }, options),
  };
}

interface PagePath {
  readonly siteId: string;
  readonly pageId: string;
}

function inPath({ siteId, pageId }: PagePath) {
  return { id: siteId, pageId };
}
