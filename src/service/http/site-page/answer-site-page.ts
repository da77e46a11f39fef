import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { id } from '../../../api/id';
import type { DetailedSitePage, SitePage } from '../../../api/site-page';
import { signInAddress } from '../../identity';
import type { Caller, Identity } from '../../identity';
import { documentHeaders, renderDocument } from '../../identity/pages/layout';
import { html } from '../../identity/pages/markup';
import type { Markup } from '../../identity/pages/markup';
import { renderSignedInAs } from '../../identity/pages/signed-in-as';
import { viewWorkspace } from '../../permissions/workspace-view';
import { Refusal, TooManyRequests, notFound } from '../../refusal';
import type { RequestLimits } from '../../request-limits';
import type { ObjectDependencies } from '../../resources/objects';
import { readSitePage, readSitePages, sitePagePath } from '../../resources/site-pages';
import { getSite } from '../../resources/sites';
import { readWorkspaces } from '../../resources/workspaces';
import type { AssetPaths } from './assets';
import { countLoad } from '../count-load';
import { PageState } from './page-state';
import { renderBlocks } from './render-page';

interface SitePageDependencies extends ObjectDependencies {
  readonly identity: Pick<Identity, 'findBrowserSession'>;
  readonly requestLimits: RequestLimits;
}

const route = sitePagePath(':workspaceId', ':siteId', ':pageId');

/** Answers the page of a site to whoever is signed in in the browser. It works without a script. */
export function answerSitePage(
  app: FastifyInstance,
  dependencies: SitePageDependencies,
  { style }: AssetPaths,
): void {
  app.get(route, async (request, reply) => {
    const caller = await dependencies.identity.findBrowserSession(request.raw);
    if (caller === undefined) return reply.redirect(signInAddress(request.url), 303);
    const { status, title, body, headers } = await renderAnswer(dependencies, caller, request);
    const head = html`<link rel="stylesheet" href="${style}" />`;
    return reply
      .code(status)
      .headers({ ...pageHeaders, ...headers })
      .send(renderDocument(title, head, body));
  });
}

interface Answer {
  readonly status: number;
  readonly title: string;
  readonly body: Markup;
  readonly headers?: Readonly<Record<string, string>>;
}

async function renderAnswer(
  dependencies: SitePageDependencies,
  caller: Caller,
  request: FastifyRequest,
): Promise<Answer> {
  try {
    return await renderPage(dependencies, caller, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerRefused(error, caller);
  }
}

function answerRefused(refusal: Refusal, caller: Caller): Answer {
  if (refusal instanceof TooManyRequests) {
    const title = 'Too many requests';
    const text =
      'You or other people in this workspace have made too many requests. Try again in a few minutes.';
    const headers = { 'retry-after': String(refusal.retryAfterSeconds) };
    return { status: 429, title, body: renderPlaceholder(caller, title, text), headers };
  }
  const title = 'Page not found';
  const text = 'This page was deleted, or you can’t open it. Ask whoever runs its site for access.';
  return { status: refusal.status, title, body: renderPlaceholder(caller, title, text) };
}

const pathIds = z.object({
  workspaceId: id.check(z.toLowerCase()),
  siteId: id.check(z.toLowerCase()),
  pageId: id.check(z.toLowerCase()),
});

async function renderPage(
  dependencies: SitePageDependencies,
  caller: Caller,
  request: FastifyRequest,
): Promise<Answer> {
  const { database } = dependencies;
  const ids = pathIds.safeParse(request.params);
  if (!ids.success) throw notFound('page');
  const { workspaceId, siteId } = ids.data;
  const view = await viewWorkspace(database, caller, workspaceId);
  await countLoad(dependencies.requestLimits, view);
  const page = await readSitePage(dependencies, view, ids.data);
  const workspaces = await readWorkspaces(database, caller.userId);
  const context = { dependencies, view, state: new PageState(queryOf(request)) };
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
  return { status: 200, title: page.name, body };
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

function renderPlaceholder(caller: Caller, title: string, text: string): Markup {
  return html`<main>
    <div class="placeholder">
      <h1>${title}</h1>
      <p>${text}</p>
      ${renderSignedInAs(caller)}
    </div>
  </main>`;
}

const pageHeaders = documentHeaders(["style-src 'self'", "img-src 'self' data:"]);
