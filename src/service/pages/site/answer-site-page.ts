import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { DetailedSitePage, SitePage } from '../../../api/site-page';
import { documentHeaders, renderDocument } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { datesInLanguageOf } from '../../base/html/moment';
import { notFound } from '../../base/refusals/refusal';
import { storedId } from '../../base/refusals/storable-inputs';
import type { Caller, WorkspaceView } from '../../model/permissions/workspace-view';
import { readMemberships } from '../../model/resources/members';
import type { ObjectDependencies } from '../../model/resources/objects';
import { readSitePage, readSitePages, sitePagePath } from '../../model/sites/site-pages';
import { getSite } from '../../model/sites/sites';
import { answerWorkspacePage, countLoad, renderSignedInAs } from '../signed-in-pages';
import type { WorkspacePageDependencies } from '../signed-in-pages';
import type { AssetPaths } from './assets';
import { PageSearches } from './page-searches';
import { PageState } from './page-state';
import { renderBlocks } from './render-page';

/** Answers the page of a site to whoever is signed in in the browser. It works without a script. */
export function answerSitePage(
  app: FastifyInstance,
  dependencies: ObjectDependencies & WorkspacePageDependencies,
  { style }: AssetPaths,
): void {
  const head = html`<link rel="stylesheet" href="${style}" />`;
  answerWorkspacePage(app, dependencies, {
    path: sitePagePath(':workspaceId', ':siteId', ':pageId'),
    gone: {
      title: 'Page not found',
      text: 'This page was deleted, or you can’t open it. Ask whoever runs its site for access.',
    },
    answer: async (view, request, reply) => {
      const { title, body } = await renderPage(dependencies, view, request);
      return reply.headers(pageHeaders).send(renderDocument(title, head, body));
    },
  });
}

const pathIds = z.object({ siteId: storedId, pageId: storedId });

async function renderPage(
  dependencies: ObjectDependencies & Pick<WorkspacePageDependencies, 'requestLimits'>,
  view: WorkspaceView,
  request: FastifyRequest,
): Promise<{ title: string; body: Markup }> {
  const { database, requestLimits } = dependencies;
  const { workspaceId, caller } = view;
  const ids = pathIds.safeParse(request.params);
  if (!ids.success) throw notFound('page');
  const { siteId } = ids.data;
  const page = await readSitePage(dependencies, view, ids.data);
  const workspaces = await readMemberships(database, caller);
  const context = {
    dependencies,
    view,
    state: new PageState(queryOf(request)),
    dates: datesInLanguageOf(request.headers['accept-language']),
    searches: new PageSearches(() => countLoad(requestLimits, view)),
  };
  const head = renderHead({
    workspaceId,
    workspaceName: workspaces.find(({ id }) => id === workspaceId)?.name ?? '',
    siteName: (await getSite(database, view, siteId)).name,
    pages: await readSitePages(database, view, siteId),
    page,
    caller,
  });
  const body = html`${head}
    <main>
      <div class="page-head"><h1>${page.name}</h1></div>
      ${await renderBlocks(context, page)}
    </main>`;
  return { title: page.name, body };
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

interface Head {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly siteName: string;
  readonly pages: readonly SitePage[];
  readonly page: DetailedSitePage;
  readonly caller: Caller;
}

function renderHead({ workspaceId, workspaceName, siteName, pages, page, caller }: Head): Markup {
  return html`<header class="site-head">
    <div class="inner">
      <div class="line">
        <p class="site-name">${siteName} <span class="workspace-name">${workspaceName}</span></p>
        ${renderSignedInAs(caller)}
      </div>
      <nav aria-label="Pages of this site">
        <ul>
          ${pages.map(({ id, name }) => {
            const current = id === page.id ? html`aria-current="page"` : undefined;
            const address = sitePagePath(workspaceId, page.siteId, id);
            return html`<li><a href="${address}" ${current}>${name}</a></li>`;
          })}
        </ul>
      </nav>
    </div>
  </header>`;
}

const pageHeaders = documentHeaders(["style-src 'self'", "img-src 'self' data:"]);
