import * as z from 'zod/mini';
import { pathParametersOf, workspaceHeader } from '../../../api/endpoint';
import type { Endpoint } from '../../../api/endpoint';
import { createsReadable } from '../../../api/every-endpoint';
import { permissionMatrix } from '../../../api/permission';
import { otherEncoding } from '../../base/http/request-bodies';
import { notFound, TooManyRequests } from '../../base/refusals/refusal';
import { checkInput } from '../../base/refusals/schema-violations';
import { changedSince } from '../../base/refusals/version-condition';
import { allowedRoles, notPermitted } from '../../model/permissions/workspace-view';
import { refuseInput, resourceOf } from '../routes';
import { describeSchema, findExample, componentReference } from './components';
import { exampleIds } from './words';
import type { JsonObject, Explanation, OperationWords } from './words';

/** Endpoints that are described together. */
interface DescribedApi {
  readonly pathPrefix: string;
  readonly endpoints: readonly { readonly name: string; readonly endpoint: Endpoint }[];
  /** By the names of the endpoints. */
  readonly words: Readonly<Record<string, OperationWords>>;
  /** What a 403 says where it says the same of every call. */
  readonly forbidden?: Explanation;
}

/** An operation of OpenAPI for each endpoint, by its path and method. */
export function describeEndpoints(api: DescribedApi): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { name, endpoint } of api.endpoints) {
    const path = (paths[api.pathPrefix + endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeOperation(name, endpoint, api);
  }
  return paths;
}

function describeOperation(name: string, endpoint: Endpoint, api: DescribedApi): JsonObject {
  const words = wordsOf(name, api);
  return {
    operationId: name,
    summary: words.summary,
    description: [words.description, ...roleNeededFor(endpoint)].join(' '),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: describeParameters(endpoint, api),
    ...(endpoint.body && { requestBody: describeBody(words, endpoint, endpoint.body) }),
    responses: {
      ...describeSuccess(words, endpoint),
      ...describeErrors(api.pathPrefix + endpoint.path, errorsOf(words, endpoint), {
        ...explanationsOf(words, endpoint),
        ...(api.forbidden && { 403: api.forbidden }),
      }),
    },
  };
}

/** Nothing where every member of the workspace can make the call. */
function roleNeededFor({ permission }: Endpoint): string[] {
  if (permission === null || permissionMatrix[permission].reader) return [];
  return [`Needs the role of ${allowedRoles(permission)}.`];
}

function wordsOf(name: string, { words }: DescribedApi): OperationWords {
  const own = words[name];
  if (own === undefined) throw new Error(`The description has no words for ${name}.`);
  return own;
}

function explanationsOf(words: OperationWords, endpoint: Endpoint): OwnExplanations {
  const invalid = words.refusal ?? findRefusedInput(endpoint);
  return {
    ...(invalid && { 400: invalid }),
    ...forbiddenExplanation(endpoint),
    ...(pathParametersOf(endpoint).length > 0 && { 404: notFound(resourceOf(endpoint)) }),
    412: changedSince(resourceOf(endpoint)),
    ...(words.oversize && { 413: words.oversize }),
    ...(endpoint.bodyType !== undefined && { 415: otherEncoding() }),
  };
}

function forbiddenExplanation(endpoint: Endpoint): OwnExplanations {
  const { permission, onlyReads } = endpoint;
  if (permission === null)
    return onlyReads ? { 403: { message: 'Only a personal access token can do this.' } } : {};
  return permissionMatrix[permission].reader ? {} : { 403: notPermitted('reader', permission) };
}

/** What the service says of a body with a field that isn't there, and of a page that is too large. */
function findRefusedInput(endpoint: Endpoint): Explanation | undefined {
  const { body, query } = endpoint;
  const schema = body ?? query;
  const input = body ? { colour: 'red' } : { limit: '500' };
  const { error } = schema ? checkInput(schema, input) : {};
  if (error === undefined) return undefined;
  const { message, detail } = refuseInput(endpoint, error, input);
  return { message, ...detail };
}

const tags: Readonly<Record<string, string>> = {
  workspace: 'Workspaces',
  type: 'Types',
  attribute: 'Attributes',
  object: 'Objects',
  content: 'Files',
  user: 'People',
  group: 'People',
  workflow: 'Workflows',
  site: 'Sites',
  audit: 'History',
  token: 'Tokens',
  app: 'Apps',
};

function tagOf({ path }: Endpoint): string {
  const tag = tags[path.split('/')[1] ?? ''];
  if (tag === undefined) throw new Error(`The description has no place for ${path}.`);
  return tag;
}

/** Whether apps that read for a person can’t call it. */
function takesOnlyPersonalTokens(endpoint: Endpoint): boolean {
  return endpoint.permission === 'audit' || ['token', 'app'].includes(resourceOf(endpoint));
}

function securityOf(endpoint: Endpoint): JsonObject[] {
  const { onlyReads, isOpenToReaders = false } = endpoint;
  const isOpenToApps = (onlyReads || isOpenToReaders) && !takesOnlyPersonalTokens(endpoint);
  return [{ personalAccessToken: [] }, ...(isOpenToApps ? [{ oauth: ['read'] }] : [])];
}

function describeParameters(endpoint: Endpoint, api: DescribedApi): JsonObject[] {
  const { permission, query, isVersioned, onlyReads, givesThumbnails } = endpoint;
  const pathParameters = pathParametersOf(endpoint);
  const conditions = onlyReads ? ['IfNoneMatch'] : ['IfMatch', 'IfNoneMatch'];
  const shared = [
    ...(permission === null ? [] : ['Workspace']),
    ...(isVersioned === true && pathParameters.length > 0 ? conditions : []),
    ...(givesThumbnails === true ? ['Prefer'] : []),
  ];
  return [
    ...pathParameters.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: describeId(name === 'id' ? resourceOf(endpoint) : name.slice(0, -2), api),
      schema: { type: 'string', format: 'uuid' },
    })),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(query ? describeQuery(query, `query for a ${resourceOf(endpoint)}`) : []),
  ];
}

/** Which operation returns the ids of a resource. */
const sources: Readonly<Record<string, string>> = {
  workspace: 'listWorkspaces',
  type: 'listEnrichedTypes',
  attribute: 'listEnrichedTypes',
  object: 'searchObjects',
  user: 'listUsers',
  group: 'listGroups',
  workflow: 'listWorkflows',
  site: 'listSites',
  page: 'listSitePages',
  token: 'listTokens',
  app: 'listApps',
  version: 'listVersions',
};

function describeId(resource: string, api: DescribedApi): string {
  const source = sources[resource];
  if (source === undefined)
    throw new Error(`The description doesn’t say where the id of a ${resource} comes from.`);
  return `The id of the ${resource}, from “${wordsOf(source, api).summary}”.`;
}

/** What the `id` of an operation’s body is the id of. */
function nounOf(endpoint: Endpoint): string {
  const { path, method } = endpoint;
  if (path.includes('/page')) return 'page';
  const resource = resourceOf(endpoint);
  return resource === 'app' && (path !== '/app' || method === 'POST') ? 'version' : resource;
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.custom<JsonObject>()),
  required: z._default(z.array(z.string()), []),
});

function describeQuery(query: z.core.$ZodType, noun: string): JsonObject[] {
  const { properties, required } = objectSchema.parse(describeSchema(query, { noun, io: 'input' }));
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
}

function describeBody(
  { body: example, bytes }: OperationWords,
  endpoint: Endpoint,
  body: z.core.$ZodType,
): JsonObject {
  return {
    required: true,
    ...(bytes && { description: bytes.description }),
    content: {
      [endpoint.bodyType ?? 'application/json']: {
        schema: bytes?.schema ?? describeSchema(body, { noun: nounOf(endpoint), io: 'input' }),
        ...(example !== undefined && { examples: { example: { value: example } } }),
      },
    },
  };
}

function describeSuccess(words: OperationWords, endpoint: Endpoint): JsonObject {
  const { reply, isVersioned, onlyReads } = endpoint;
  if (reply === undefined) return { 204: { description: 'Done. The response has no body.' } };
  const version: JsonObject = isVersioned === true ? { ETag: entityTagHeader } : {};
  const location: JsonObject = createsReadable(endpoint) ? { Location: locationHeader } : {};
  const example = words.reply ?? exampleOf(reply);
  return {
    200: {
      description: 'Done.',
      headers: { ...version, ...location },
      content: {
        'application/json': {
          schema: describeSchema(reply, { noun: nounOf(endpoint), io: 'output' }),
          ...(example && { examples: { example: { value: example } } }),
        },
      },
    },
    ...(isVersioned === true && onlyReads
      ? { 304: { description: 'You have the latest version.', headers: version } }
      : {}),
  };
}

const locationHeader = {
  description: 'Where to read what was created: a path on this server.',
  required: true,
  schema: { type: 'string', format: 'uri-reference' },
};

const entityTagHeader = {
  description: 'Names this version, as you see it.',
  required: true,
  schema: { type: 'string' },
};

/** Of a named schema its example, of a page of such a page with one entry. */
function exampleOf(reply: z.core.$ZodType): JsonObject | undefined {
  const entry =
    reply instanceof z.ZodMiniObject && reply.shape['result'] instanceof z.ZodMiniArray
      ? findExample(reply.shape['result'].def.element)
      : undefined;
  return entry ? { total: 1, pageSize: 50, isLast: true, result: [entry] } : findExample(reply);
}

/** What several operations take. */
export const sharedParameters: JsonObject = {
  Workspace: {
    name: 'wds-workspace-id',
    in: 'header',
    required: true,
    description: 'The id of the workspace that the call is about, from “List workspaces”.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that you read. If it has changed since then, nothing is done, and you get a 412.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a version that you have. If that is still the latest version, a read gets a 304, and a change gets a 412.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'With `thumbnails`, values of MEDIA attributes come with the address of a small picture, as far as there is one.',
    schema: { type: 'string', enum: ['thumbnails'] },
  },
};

const seconds = (description: string): JsonObject => ({
  'Retry-After': { description, required: true, schema: { type: 'integer', minimum: 1 } },
});

interface ErrorAnswer {
  readonly description: string;
  readonly headers?: JsonObject;
  /** What the service says, unless the operation has something of its own to say. */
  readonly example: Explanation;
}

/** What the service answers when it doesn't do what was asked for; each with the error body. */
const errorAnswers = {
  400: {
    description:
      'The request isn’t valid: its JSON, its parameters, a query, or what it would write. For a refused create or change, `violations` says what is wrong; for a refused query, `position` says where.',
    example: { message: `Name the workspace: send its id in the header ${workspaceHeader}.` },
  },
  401: {
    description: 'Send a valid access token.',
    example: { message: 'Send a valid access token: Authorization: Bearer <token>.' },
  },
  403: {
    description:
      'The token can only read, is blocked in the workspace, or can’t be used for this; or your role or your access to the type doesn’t allow it. The message says who can change that.',
    example: {
      message: 'This access token is read-only. To change something, use one that can write.',
    },
  },
  404: {
    description:
      'It isn’t there, or you can’t see it. The service responds in the same way to both.',
    example: notFound('workspace'),
  },
  412: {
    description: 'It has changed since you read the version that you sent in `If-Match`.',
    example: {
      message: 'The object has changed since you read it. Read it again, then repeat your change.',
    },
  },
  413: {
    description: 'The body is larger than 1 MB.',
    example: { message: 'The body is too large: send at most 1 MB.' },
  },
  415: {
    description:
      'The body isn’t in UTF-8 or, where the call takes JSON, its `Content-Type` isn’t `application/json`.',
    example: { message: 'The body must be JSON: send Content-Type application/json.' },
  },
  429: {
    description:
      'You can send up to 1,000 requests with a token and 10,000 to a workspace in any 5 minutes, and one file at a time to an upload address.',
    headers: seconds('How many seconds to wait.'),
    example: new TooManyRequests('this token', 42_000),
  },
  500: {
    description: 'The service failed. Try again.',
    example: { message: 'The service failed to answer. Try again.' },
  },
  503: {
    description: 'The service is busy. Nothing was changed.',
    headers: seconds('How many seconds to wait.'),
    example: { message: 'The service is busy. Wait a few seconds, then try again.' },
  },
} as const satisfies Record<number, ErrorAnswer>;

type ErrorStatus = keyof typeof errorAnswers;

const always = [401, 429, 500, 503] as const;

/** The errors that an endpoint can answer with. */
function errorsOf({ refusal }: OperationWords, endpoint: Endpoint): ErrorStatus[] {
  const { permission, body, query, onlyReads } = endpoint;
  const needsWorkspace = permission !== null;
  const hasPathParameters = pathParametersOf(endpoint).length > 0;
  const mayRead = onlyReads || endpoint.isOpenToReaders === true;
  const mayNotRead = takesOnlyPersonalTokens(endpoint) || !mayRead;
  const isConditional = endpoint.isVersioned === true && hasPathParameters;
  return [
    ...always,
    ...(needsWorkspace || body || query || refusal ? [400 as const] : []),
    ...(mayNotRead || needsWorkspace ? [403 as const] : []),
    ...(needsWorkspace || hasPathParameters ? [404 as const] : []),
    ...(isConditional && !onlyReads ? [412 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
  ];
}

/** What an operation says of its own about some of its errors. */
type OwnExplanations = Partial<Record<ErrorStatus, Explanation>>;

/**
 * Answers by their status, as an operation lists them, each with an example.
 * @param path of the operation, with the prefix of its API
 */
export function describeErrors(
  path: string,
  statuses: readonly ErrorStatus[],
  own: OwnExplanations,
): JsonObject {
  return Object.fromEntries(
    statuses.map((status) => {
      const { description, headers, example }: ErrorAnswer = errorAnswers[status];
      const value = errorExample(path, own[status] ?? example);
      const schema = componentReference('Error');
      const content = { 'application/json': { schema, examples: { example: { value } } } };
      return [status, { description, ...(headers && { headers }), content }];
    }),
  );
}

const json = z.record(z.string(), z.json());

function errorExample(path: string, { message, violations, position }: Explanation): JsonObject {
  return json.parse({
    timestamp: '2026-11-20T12:00:00.000Z',
    message,
    path: fillPath(path),
    ...(violations && { violations }),
    ...(position && { position }),
  });
}

const idsByResource: Readonly<Record<string, string>> = exampleIds;

/** With ids in place of the parameters: `/public/v1/object/{id}` as someone calls it. */
function fillPath(path: string): string {
  return path
    .replace(/(\w+)\/\{id\}/, (_, resource: string) => `${resource}/${idsByResource[resource]}`)
    .replace('{pageId}', exampleIds.page)
    .replace('{appId}', exampleIds.app)
    .replace('{versionId}', exampleIds.version)
    .replace('{key}', exampleIds.content)
    .replace('{secret}', exampleIds.uploadSecret);
}
