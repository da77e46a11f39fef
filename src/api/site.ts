import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

/** A set of pages, open to every member of its workspace or to some of them. */
export const site = z.object({ id, name: z.string(), isOpen: z.boolean() });
export type Site = z.infer<typeof site>;

/** A site with the people and groups who may open it whether or not it is open to everyone. */
const detailedSite = z.extend(site, { userIds: z.array(id), groupIds: z.array(id) });
export type DetailedSite = z.infer<typeof detailedSite>;

const siteName = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));
const readerIds = z.array(id).check(z.maxLength(5_000));

/**
 * The sites of the workspace that the caller may open, by name; with `all` also those that they may
 * change as an administrator without being able to open them.
 */
export const listSites = endpoint('GET', '/site', 'read', {
  query: z.extend(paging, { all: z.optional(z.enum(['true', 'false'])) }),
  reply: pageOf(site),
});

export const getSite = endpoint('GET', '/site/{id}', 'read', {
  reply: detailedSite,
  isVersioned: true,
});

export const createSite = endpoint('POST', '/site', 'changeSites', {
  body: z.strictObject({
    name: siteName,
    isOpen: z.boolean(),
    userIds: z._default(readerIds, []),
    groupIds: z._default(readerIds, []),
  }),
  reply: detailedSite,
});

/** What is left out stays as it is. */
export const updateSite = endpoint('PATCH', '/site/{id}', 'changeSites', {
  body: z.strictObject({
    name: z.optional(siteName),
    isOpen: z.optional(z.boolean()),
    userIds: z.optional(readerIds),
    groupIds: z.optional(readerIds),
  }),
  reply: detailedSite,
  isVersioned: true,
});

/** Deletes the pages of the site too, and closes them wherever they are open. */
export const deleteSite = endpoint('DELETE', '/site/{id}', 'changeSites');
