import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { documentHeaders, renderDocument } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import { describeApi } from './describe-api';

const descriptionPath = '/openapi';

/** Answers the description of the API, and the page on which people read it and try it out. */
export function answerDescription(app: FastifyInstance, serviceUrl: string): void {
  let description: string | undefined;
  app.get(`${descriptionPath}/openapi.json`, (_, reply) => {
    description ??= JSON.stringify(describeApi(serviceUrl));
    return reply.type('application/json; charset=utf-8').headers(fileHeaders).send(description);
  });
  app.get(descriptionPath, (_, reply) => reply.redirect(`${descriptionPath}/`, 308));
  for (const path of [`${descriptionPath}/`, `${descriptionPath}/index.html`]) {
    app.get(path, (_, reply) => reply.headers(documentHeaders(sources)).send(page));
  }
  for (const { name, type, path } of files) {
    app.get(`${descriptionPath}/${name}`, (_, reply) =>
      reply.type(type).headers(fileHeaders).send(createReadStream(path)),
    );
  }
}

const packageOfViewer = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const ofViewer = (name: string) => packageOfViewer.replace(/package\.json$/, name);

function ownFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

const files = [
  { name: 'swagger-ui.css', type: 'text/css', path: ofViewer('swagger-ui.css') },
  {
    name: 'swagger-ui-bundle.js',
    type: 'text/javascript',
    path: ofViewer('swagger-ui-bundle.js'),
  },
  { name: 'viewer.css', type: 'text/css', path: ownFile('viewer.css') },
  { name: 'viewer.js', type: 'text/javascript', path: ownFile('viewer.js') },
].map((file) => ({ ...file, type: `${file.type}; charset=utf-8` }));

const fileHeaders = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

/** Everything comes from the service itself; calls that people try out go to it and nowhere else. */
const sources = [
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
];

const page = renderDocument(
  'API',
  html`<link rel="stylesheet" href="swagger-ui.css" /> <link rel="stylesheet" href="viewer.css" />`,
  html`<main id="description"></main>
    <script src="swagger-ui-bundle.js"></script>
    <script src="viewer.js"></script>`,
);
