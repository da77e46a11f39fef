import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { isVisible, visibleText } from './visible-text';

const heading = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255)));
/** Query-language text; empty finds every object of the type. */
const query = z._default(z.string().check(z.maxLength(4_000)), '');

/** Paragraphs, with an empty line between two; lines that begin with `- ` are a list. */
const textBlock = z.strictObject({
  kind: z.literal('text'),
  heading,
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)),
});

/** The objects of a type that a query finds, as they are when the page is opened. */
const tableBlock = z.strictObject({
  kind: z.literal('table'),
  heading,
  typeId: id,
  query,
  /** The attributes beside the label, which comes first. */
  columns: z.array(id).check(z.maxLength(10)),
  /** Until a reader sorts by another column; the order of the query if absent. */
  sort: z.optional(
    z.strictObject({ attributeId: id, isDescending: z._default(z.boolean(), false) }),
  ),
  pageSize: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  hasSearch: z._default(z.boolean(), true),
});

/** One object, with all that the reader may see of it. */
const recordBlock = z.strictObject({ kind: z.literal('record'), heading, objectId: id });

/** The objects that a query finds, counted by an option, a state or a reference. */
const chartBlock = z.strictObject({
  kind: z.literal('chart'),
  heading,
  typeId: id,
  query,
  attributeId: id,
});

const block = z.discriminatedUnion('kind', [textBlock, tableBlock, recordBlock, chartBlock]);
export type Block = z.infer<typeof block>;
export type TextBlock = z.infer<typeof textBlock>;
export type TableBlock = z.infer<typeof tableBlock>;
export type RecordBlock = z.infer<typeof recordBlock>;
export type ChartBlock = z.infer<typeof chartBlock>;

export const storedBlocks = z.array(block).check(z.maxLength(20));

/** Headings and texts that show nothing are only refused where they are written: what is stored stays readable. */
const writtenBlocks = storedBlocks.check(({ value, issues }) => {
  for (const [index, { heading = 'none', ...rest }] of value.entries()) {
    const texts = { heading, text: 'text' in rest ? rest.text : 'none' };
    for (const [field, input] of Object.entries(texts)) {
      if (input === '' || isVisible(input)) continue;
      issues.push({ code: 'too_small', origin: 'string', minimum: 1, path: [index, field], input });
    }
  }
});

const pageName = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));

/** A page in the list of its site. */
const sitePage = z.object({ id, name: z.string() });
export type SitePage = z.infer<typeof sitePage>;

const detailedSitePage = z.extend(sitePage, {
  siteId: id,
  /** The page in the service, for whoever is signed in there. */
  url: z.string(),
  blocks: storedBlocks,
});
export type DetailedSitePage = z.infer<typeof detailedSitePage>;

/** The pages of a site, in its order. */
export const listSitePages = endpoint('GET', '/site/{id}/page', 'read', {
  query: paging,
  reply: pageOf(sitePage),
});

export const getSitePage = endpoint('GET', '/site/{id}/page/{pageId}', 'read', {
  reply: detailedSitePage,
});

/** Puts the new page behind the others of its site. */
export const createSitePage = endpoint('POST', '/site/{id}/page', 'changeSites', {
  body: z.strictObject({ name: pageName, blocks: writtenBlocks }),
  reply: detailedSitePage,
});

/** What is left out stays as it is; `blocks` replaces all of them. */
export const updateSitePage = endpoint('PATCH', '/site/{id}/page/{pageId}', 'changeSites', {
  body: z.strictObject({ name: z.optional(pageName), blocks: z.optional(writtenBlocks) }),
  reply: detailedSitePage,
});

export const deleteSitePage = endpoint('DELETE', '/site/{id}/page/{pageId}', 'changeSites');

/** Whom embed tokens are for: the app that asks for them names itself. */
export const embedAudience = 'workspace-objects-for-jira';

/**
 * A token with which one person opens one page inside another one, once, within a minute. It goes
 * to the page at `url` in a message, never in an address.
 * @see docs/service-api.md, "Embedding a page"
 */
export const createEmbedToken = endpoint('POST', '/site/{id}/page/{pageId}/embed-token', 'read', {
  body: z.strictObject({
    audience: z.literal(embedAudience),
    /** The origin of the page that frames it, one of those that the service is configured for. */
    parentOrigin: z.string().check(z.maxLength(255)),
  }),
  reply: z.object({
    token: z.string(),
    expiresAt: z.string(),
    /** The page to frame, of the service's own origin; the same for every token. */
    url: z.url(),
  }),
  isOpenToReaders: true,
});
