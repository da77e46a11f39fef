import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { embedPath, getEmbedSession, startEmbedSession } from '../../api/embedding';
import type { EmbedDependencies, OpenSession } from '../../api/embedding';
import { html } from '../../base/html/markup';
import { englishDates } from '../../base/html/moment';
import { nameWorkspace } from '../../base/monitoring/observe-requests';
import { Refusal } from '../../base/refusals/refusal';
import { checkInput, describeSchemaError } from '../../base/refusals/schema-violations';
import type { RequestLimits } from '../../base/request-limits/request-limits';
import type { ObjectDependencies } from '../../model/resources/objects';
import { readSitePage } from '../../model/sites/site-pages';
import { countLoad } from '../signed-in-pages';
import type { AssetPaths } from './assets';
import { PageSearches } from './page-searches';
import { PageState } from './page-state';
import { renderBlock, renderBlocks } from './render-page';

interface EmbeddingDependencies extends ObjectDependencies, EmbedDependencies {
  readonly requestLimits: RequestLimits;
}

/**
 * Answers the page inside a frame, which has no data, and what its script asks for.
 * @see docs/service-api.md, "Embedding a page"
 */
export function answerEmbedding(
  app: FastifyInstance,
  dependencies: EmbeddingDependencies,
  assets: AssetPaths,
): void {
  const { embeddingOrigins } = dependencies;
  const shell = renderShell(embeddingOrigins, assets);
  const headers = shellHeaders(embeddingOrigins);
  app.get(embedPath, (_, reply) => reply.headers(headers).send(shell));
  app.post(`${embedPath}/session`, { bodyLimit }, async ({ body }, reply) => {
    const { token, parentOrigin } = read(sessionRequest, body);
    const created = await startEmbedSession(dependencies, token, parentOrigin);
    return reply.headers(answerHeaders).send(created);
  });
  app.post(`${embedPath}/content`, { bodyLimit }, async (request, reply) => {
    const { headers: authorizing, body, raw } = request;
    const session = await getEmbedSession(dependencies, authorizing.authorization);
    nameWorkspace(raw, session.view.workspaceId);
    await countLoad(dependencies.requestLimits, session.view);
    const content = await renderContent(dependencies, session, read(contentRequest, body));
    return reply.headers(answerHeaders).send(content);
  });
}

/** What they take at most, escaped in JSON. Anyone may send a body here, and it is in memory until it has arrived. */
const bodyLimit = 130_000;

const answerHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const sessionRequest = z.strictObject({
  token: z.string().max(4_096),
  parentOrigin: z.string().max(255),
});

const contentRequest = z.strictObject({
  /** How the reader looks at the tables, as an address says it. */
  query: z.string().max(20_000),
  /** The only block that is asked for; the whole page if absent. */
  block: z.number().int().min(0).optional(),
});

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = checkInput(schema, body);
  if (!result.success) throw new Refusal(400, describeSchemaError(result.error));
  return result.data;
}

/** With its place where it is one block. */
async function renderContent(
  dependencies: EmbeddingDependencies,
  { view, path }: OpenSession,
  { query, block: index }: z.output<typeof contentRequest>,
) {
  const page = await readSitePage(dependencies, view, path);
  // The script writes the dates as the page around this one does.
  const context = {
    dependencies,
    view,
    state: new PageState(query),
    dates: englishDates,
    searches: new PageSearches(() => countLoad(dependencies.requestLimits, view)),
  };
  const block = index === undefined ? undefined : page.blocks[index];
  if (index !== undefined && block !== undefined) {
    const { text } = await renderBlock(context, block, index);
    return { title: page.name, html: text, block: index };
  }
  const blocks = await renderBlocks(context, page);
  const whole = html`<div class="page-head">
      <h1>${page.name}</h1>
      <a href="${page.url}">Open in the service</a>
    </div>
    ${blocks}`;
  return { title: page.name, html: whole.text };
}

function renderShell(embeddingOrigins: readonly string[], { style, script }: AssetPaths): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Workspace page</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href="${style}" />
      <script type="module" src="${script}"></script>
    </head>
    <body class="embedded">
      <main data-parent-origins="${JSON.stringify(embeddingOrigins)}">
        <div class="placeholder" role="status"><p>Loading the page…</p></div>
      </main>
      <p id="announcement" class="visually-hidden" role="status"></p>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

/** Every page around this one must be of an origin that may frame it; nothing comes from elsewhere. */
function shellHeaders(embeddingOrigins: readonly string[]): Record<string, string> {
  const ancestors = embeddingOrigins.length === 0 ? "'none'" : embeddingOrigins.join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}
