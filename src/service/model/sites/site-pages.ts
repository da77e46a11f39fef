import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import * as sitePageApi from '../../../api/site-page';
import type {
  Block,
  DetailedSitePage,
  SitePage,
  ChartBlock,
  TableBlock,
} from '../../../api/site-page';
import type { Queryable } from '../../base/database/database';
import { notFound, Refusal } from '../../base/refusals/refusal';
import { recordChanges } from '../history/record-changes';
import type { ChangeDependencies } from '../history/record-changes';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { ObjectDependencies } from '../resources/objects';
import { findShownObject } from '../resources/show-objects';
import { assertStorable, problem, refuse, refuseValue } from '../../base/refusals/refused-values';
import type { Problem } from '../../base/refusals/refused-values';
import { prepareSearch } from '../search/prepare-search';
import { countedKinds } from '../search/search-objects';
import { getSite } from './sites';

export interface PagePath {
  readonly siteId: string;
  readonly pageId: string;
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
  await getSite(database, view, siteId);
  return database.query<SitePage>(
    `select id, name from page
     where workspace_id = $1 and site_id = $2 order by position, id`,
    [view.workspaceId, siteId],
  );
}

/** What the column `content` holds. */
const storedContent = z.object({ version: z.literal(1), blocks: sitePageApi.storedBlocks });

/** @throws Refusal 404 for a page that is not there or whose site the caller may not open */
export async function readSitePage(
  { database, serviceUrl }: { readonly database: Queryable; readonly serviceUrl: string },
  view: WorkspaceView,
  { siteId, pageId }: PagePath,
): Promise<DetailedSitePage> {
  await getSite(database, view, siteId);
  const [row] = await database.queryPrepared<{ id: string; name: string; content: unknown }>(
    `select id, name, content from page
     where workspace_id = $1 and site_id = $2 and id = $3`,
    [view.workspaceId, siteId, pageId],
  );
  if (row === undefined) throw notFound('page');
  const { blocks } = storedContent.parse(row.content);
  const url = `${serviceUrl}${sitePagePath(view.workspaceId, siteId, pageId)}`;
  return { id: row.id, name: row.name, siteId, url, blocks };
}

/** Where the service shows a page to whoever is signed in there. */
export function sitePagePath(workspaceId: string, siteId: string, pageId: string): string {
  return `/workspace/${workspaceId}/site/${siteId}/page/${pageId}`;
}

type NewPage = z.output<NonNullable<(typeof sitePageApi.createSitePage)['body']>>;
type PageChange = z.output<NonNullable<(typeof sitePageApi.updateSitePage)['body']>>;

/** In one site: what a person can look through. */
const maximumPages = 200;

/** @throws Refusal 400 with violations, 404 for a site that the caller may not open */
export async function createSitePage(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  siteId: string,
  { name, blocks }: NewPage,
): Promise<DetailedSitePage> {
  const { database, clock } = dependencies;
  await getSite(database, view, siteId);
  assertStorable({ name, blocks }, 'SITE');
  await checkBlocks(dependencies, view, blocks);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await insertPage(transaction, view, { siteId, id, name, blocks });
    const of = { kind: 'page', id, siteId, action: 'create' } as const;
    await recordChanges(transaction, view, [{ ...of, after: { name, blocks } }], clock());
  });
  return readSitePage(dependencies, view, { siteId, pageId: id });
}

async function insertPage(
  transaction: Queryable,
  view: WorkspaceView,
  { siteId, id, name, blocks }: Omit<DetailedSitePage, 'url'>,
): Promise<void> {
  // Whoever deletes the site or adds a page at the same time is waited for.
  const [site] = await transaction.query(
    'select from site where workspace_id = $1 and id = $2 for no key update',
    [view.workspaceId, siteId],
  );
  if (site === undefined) throw notFound('site');
  const created = await transaction.query(
    `insert into page (workspace_id, id, site_id, name, position, content)
     select $1::uuid, $2::uuid, $3::uuid, $4::text, coalesce(max(position) + 1, 0), $5::jsonb
     from page where workspace_id = $1 and site_id = $3
     having count(*) < ${maximumPages}
     returning id`,
    [view.workspaceId, id, siteId, name, contentOf(blocks)],
  );
  if (created.length > 0) return;
  const message = `A site can have up to ${maximumPages} pages. Delete one first.`;
  throw refuseValue('TOO_MANY', 'name', 'SITE', message, name);
}

/** @throws Refusal 400 with violations, 404 for a page that the caller may not open */
export async function updateSitePage(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  path: PagePath,
  { name, blocks }: PageChange,
): Promise<DetailedSitePage> {
  const { database, serviceUrl, clock } = dependencies;
  const checked = await readSitePage(dependencies, view, path);
  assertStorable({ name, blocks }, 'SITE');
  if (blocks !== undefined) await checkBlocks(dependencies, view, blocks, checked.blocks);
  return database.transaction(async (transaction) => {
    const key = [view.workspaceId, path.pageId];
    await transaction.query('select from page where workspace_id = $1 and id = $2 for update', key);
    const within = { database: transaction, serviceUrl };
    const before = factsOf(await readSitePage(within, view, path));
    await transaction.query(
      `update page set name = coalesce($3::text, name), content = coalesce($4::jsonb, content)
       where workspace_id = $1 and id = $2`,
      [...key, name ?? null, blocks === undefined ? null : contentOf(blocks)],
    );
    const changed = await readSitePage(within, view, path);
    const of = { kind: 'page', id: path.pageId, siteId: path.siteId, action: 'change' } as const;
    await recordChanges(transaction, view, [{ ...of, before, after: factsOf(changed) }], clock());
    return changed;
  });
}

/** What the history says of a page. */
function factsOf({ name, blocks }: Pick<DetailedSitePage, 'name' | 'blocks'>) {
  return { name, blocks };
}

/** @throws Refusal 404 for a page that is not there or whose site the caller may not open */
export async function deleteSitePage(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  { siteId, pageId }: PagePath,
): Promise<void> {
  await getSite(database, view, siteId);
  await database.transaction(async (transaction) => {
    const [deleted] = await transaction.query<{ name: string; content: unknown }>(
      `delete from page where workspace_id = $1 and site_id = $2 and id = $3
       returning name, content`,
      [view.workspaceId, siteId, pageId],
    );
    if (deleted === undefined) throw notFound('page');
    const before = { name: deleted.name, blocks: storedContent.parse(deleted.content).blocks };
    const of = { kind: 'page', id: pageId, siteId, action: 'delete' } as const;
    await recordChanges(transaction, view, [{ ...of, before }], clock());
  });
}

/** What the column `content` is given. */
export function contentOf(blocks: readonly Block[]): string {
  return JSON.stringify({ version: 1, blocks });
}

/**
 * Refuses blocks that could show nothing: about what the caller can't see, or with a query that
 * means nothing there. What the page holds already may stay, also where the caller can't see it.
 * @throws Refusal 400 with violations
 */
async function checkBlocks(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  blocks: readonly Block[],
  before: readonly Block[] = [],
): Promise<void> {
  const kept = new Set(before.map((block) => JSON.stringify(block)));
  const problems: Problem[] = [];
  for (const [index, block] of blocks.entries()) {
    if (kept.has(JSON.stringify(block))) continue;
    const found = await findProblems(dependencies, view, block, `blocks.${index}`);
    problems.push(...found);
  }
  if (problems.length > 0) throw refuse(problems);
}

async function findProblems(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  block: Block,
  field: string,
): Promise<Problem[]> {
  switch (block.kind) {
    case 'text':
      return [];
    case 'record': {
      const object = await findShownObject({ ...dependencies, view }, block.objectId);
      return object === undefined ? [missing(`${field}.objectId`, 'object', block.objectId)] : [];
    }
    case 'table':
      return findTypeProblems(dependencies, view, block, field, namedAttributes(block));
    case 'chart':
      return [
        ...(await findTypeProblems(dependencies, view, block, field, [
          ['attributeId', block.attributeId],
        ])),
        ...findUncounted(view, block, field),
      ];
  }
}

type NamedAttribute = readonly [field: string, attributeId: string];

function namedAttributes({ columns, sort }: TableBlock): NamedAttribute[] {
  return [
    ...columns.map((id, index) => [`columns.${index}`, id] as const),
    ...(sort === undefined ? [] : [['sort.attributeId', sort.attributeId] as const]),
  ];
}

async function findTypeProblems(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  { typeId, query }: TableBlock | ChartBlock,
  field: string,
  named: readonly NamedAttribute[],
): Promise<Problem[]> {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  if (type === undefined) return [missing(`${field}.typeId`, 'type', typeId)];
  const known = new Set(type.attributes.map(({ id }) => id));
  const unknown = named.filter(([, id]) => !known.has(id.toLowerCase()));
  return [
    ...unknown.map(([place, id]) => missing(`${field}.${place}`, 'attribute', id)),
    ...(await findQueryProblem(dependencies, view, { query, typeId }, `${field}.query`)),
  ];
}

async function findQueryProblem(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  request: { query: string; typeId: string },
  field: string,
): Promise<Problem[]> {
  try {
    await prepareSearch(dependencies, view, request);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [problem('INVALID', field, 'SITE', error.message, request.query)];
  }
}

function findUncounted(view: WorkspaceView, { typeId, attributeId }: ChartBlock, field: string) {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  const attribute = type?.attributes.find(({ id }) => id === attributeId.toLowerCase());
  if (attribute === undefined || countedKinds.has(attribute.kind.valueKind)) return [];
  const message = `A chart can’t count by "${attribute.name}": choose an option, a workflow or a reference.`;
  return [problem('INVALID', `${field}.attributeId`, 'SITE', message, attributeId)];
}

function missing(field: string, what: string, id: string): Problem {
  return problem('NOT_FOUND', field, 'SITE', `There is no such ${what}, or you can’t see it.`, id);
}
