import * as z from 'zod';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';

export const site = z.object({ id, name: z.string() });
export type Site = z.infer<typeof site>;

const sitePage = z.object({ id, name: z.string() });
export type SitePage = z.infer<typeof sitePage>;

/** The sites of the workspace that the caller may open, by name. */
export const listSites = endpoint({
  method: 'GET',
  path: '/site',
  pathParameters: [],
  query: paging,
  reply: pageOf(site),
  needsWorkspace: true,
  onlyReads: true,
});

/** The pages of a site, in its order. */
export const listSitePages = endpoint({
  method: 'GET',
  path: '/site/{id}/page',
  pathParameters: ['id'],
  query: paging,
  reply: pageOf(sitePage),
  needsWorkspace: true,
  onlyReads: true,
});
