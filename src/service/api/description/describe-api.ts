import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { assistantChatPath, chatRequest } from '../../../api/assistant';
import { maximumFileBytes } from '../../../api/content';
import { publicPathPrefix } from '../../../api/endpoint';
import { everyEndpoint } from '../../../api/every-endpoint';
import { documentHeaders, renderDocument } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import { notFound } from '../../base/refusals/refusal';
import {
  contentUploadPath,
  uploadGone,
  uploadUnderWay,
} from '../../model/resources/content-uploads';
import { describeComponents, describeSchema } from './components';
import { describeEndpoints, describeErrors, sharedParameters } from './describe-operation';
import { operationWords } from './operation-words';
import type { JsonObject } from './words';

/**
 * The public API as an OpenAPI document, from the schemas that the service checks calls with.
 * @param serviceUrl without a path
 */
export function describeApi(serviceUrl: string): JsonObject {
  const api = { pathPrefix: publicPathPrefix, endpoints: everyEndpoint, words: operationWords };
  return describeDocument(serviceUrl, {
    title: 'Workspace Data Service',
    summary: 'Types, attributes and objects in workspaces.',
    description: introduction,
    tags,
    paths: { ...describeEndpoints(api), ...describeFurtherPaths() },
    schemas: describeComponents(),
    further: { parameters: sharedParameters, securitySchemes: { personalAccessToken, oauth } },
  });
}

interface DocumentParts {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** What each tag is about. */
  readonly tags: Readonly<Record<string, string>>;
  readonly paths: JsonObject;
  readonly schemas: JsonObject;
  /** Other components than schemas, in place of the personal access tokens alone. */
  readonly further?: JsonObject;
}

/**
 * The frame of a description.
 * @param url without a path
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function describeDocument(url: string, parts: DocumentParts): JsonObject {
  const { title, summary, description, tags, paths, schemas } = parts;
  const { further = { securitySchemes: { personalAccessToken } } } = parts;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      summary,
      description,
      contact: { name: 'The administrators of this service', url },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ personalAccessToken: [] }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: { schemas, ...further },
  };
}

const introduction = `Send a token with every call: \`Authorization: Bearer <token>\`. Most calls also name their workspace in the header \`wds-workspace-id\`.

**Pages.** You get a list one page at a time. Ask for the next page with \`offset\` until \`isLast\` is true.

**Errors.** Every error has the body \`Error\`. If you can’t see something, you get a 404, as if it didn’t exist. Each operation lists its own errors. Any call can also get one of these:

- 400 if it isn’t readable HTTP
- 404 for an address that isn’t in this description, and 405 for a method that isn’t in it
- 408 if it takes more than a minute to arrive
- 421 if it names another host
- 431 if its headers are too large

**Limits.** You can send up to 1,000 requests with a token and 10,000 to a workspace in any 5 minutes. A body can have up to 1 MB and 50 levels.

**Versions.** The version of the API is part of each path. New fields may be added to responses.`;

const tags = {
  Workspaces: 'Each workspace has its own types, objects, people and sites.',
  Types: 'The kinds of objects that a workspace has, such as laptops.',
  Attributes: 'What the objects of a type have values for.',
  Objects: 'The things themselves, with their values.',
  Files: 'Files are values of MEDIA attributes.',
  People: 'The members of a workspace, and the groups in which they are given access together.',
  Workflows: 'The states that objects can be in, and the transitions between them.',
  Sites: 'Sites have pages that show objects.',
  History: 'Who changed what.',
  Tokens: 'Your own access tokens, and those of members.',
  Assistant: 'Answers questions about the objects of a workspace.',
};

const personalAccessToken: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'Create one in the service, on the page “Access tokens”.',
};

const oauth: JsonObject = {
  type: 'oauth2',
  description: 'For apps that read on behalf of a person. Its tokens can’t write.',
  flows: {
    authorizationCode: {
      authorizationUrl: '/oauth/authorize',
      tokenUrl: '/oauth/token',
      refreshUrl: '/oauth/token',
      scopes: { read: 'Read what the person can read.' },
    },
  },
};

const workspace = { $ref: '#/components/parameters/Workspace' };
const security: readonly JsonObject[] = [{ personalAccessToken: [] }, { oauth: ['read'] }];

/** What isn't JSON in both directions: files, and the assistant’s answers as they come. */
function describeFurtherPaths(): JsonObject {
  return {
    [contentPath]: { get: getContent },
    [uploadPath]: { put: uploadContent },
    [chatPath]: { post: describeChat() },
  };
}

const contentPath = `${publicPathPrefix}/content/{key}`;
const uploadPath = `${contentUploadPath}/{secret}`;
const chatPath = publicPathPrefix + assistantChatPath;

const bytes = { type: 'string', format: 'binary' };

const getContent: JsonObject = {
  operationId: 'getContent',
  summary: 'Download a file',
  description:
    'Everyone who can read an object that has the file can download it. Browsers display images and download everything else.',
  tags: ['Files'],
  security,
  parameters: [
    {
      name: 'key',
      in: 'path',
      required: true,
      description: 'The content key: a value of a MEDIA attribute, as returned by “Get an object”.',
      schema: { type: 'string' },
    },
    workspace,
  ],
  responses: {
    200: { description: 'The file.', content: { '*/*': { schema: bytes } } },
    ...describeErrors(contentPath, [400, 401, 404, 429, 500, 503], { 404: notFound('file') }),
  },
};

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const uploadContent: JsonObject = {
  operationId: 'uploadContent',
  summary: 'Send the bytes of a file',
  description:
    'The second of three steps. Send the bytes to the `presignedUrl` from “Announce a file” within 15 minutes, without a token. `Content-Type`, `Content-Length` and the file name must be as announced. If the upload breaks off, send it again. Once the file has arrived, the address no longer works.',
  tags: ['Files'],
  security: [],
  parameters: [
    {
      name: 'secret',
      in: 'path',
      required: true,
      description: 'The end of the `presignedUrl` from “Announce a file”.',
      schema: { type: 'string' },
    },
    header('Content-Disposition', '`attachment; filename=<file name>`', { type: 'string' }),
    header('Content-Length', 'The size of the file in bytes, up to 100 MB.', {
      type: 'integer',
      minimum: 1,
      maximum: maximumFileBytes,
    }),
  ],
  requestBody: { required: true, content: { '*/*': { schema: bytes } } },
  responses: {
    200: { description: 'The file has arrived.' },
    ...describeErrors(uploadPath, [400, 404, 429, 500, 503], {
      400: { message: 'Send Content-Length 48213, as you announced.' },
      404: uploadGone(),
      429: uploadUnderWay(),
    }),
  },
};

const describeChat = (): JsonObject => ({
  operationId: 'chat',
  summary: 'Ask the assistant',
  description:
    'Returns server-sent events: `step`, `query` and `text` as often as there is something to say, then `done` or `error`.',
  tags: ['Assistant'],
  security,
  parameters: [workspace],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: describeSchema(chatRequest, { noun: 'chat', io: 'input' }),
        examples: {
          example: { value: { messages: [{ role: 'user', content: 'Which laptops are free?' }] } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer, piece by piece.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...describeErrors(chatPath, [400, 401, 404, 413, 415, 429, 500, 503], {}),
  },
});

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
