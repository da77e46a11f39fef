import * as z from 'zod/mini';
import { pathParametersOf, publicPathPrefix } from '../../../api/endpoint';
import type { Endpoint } from '../../../api/endpoint';
import { createsReadable } from '../../../api/every-endpoint';
import type { EndpointName } from '../../../api/every-endpoint';
import { refuseInput, resourceOf } from '../routes';
import { notFound } from '../../base/refusals/refusal';
import { changedSince } from '../../model/resources/object-version';
import { checkInput } from '../../base/refusals/schema-violations';
import { describeFailures, failuresOf } from './answers';
import type { OwnExplanations } from './answers';
import { describeSchema, findExample } from './components';
import type { JsonObject } from './json';
import { operationWords } from './operation-words';
import type { Explanation } from './words';

/** One endpoint as an operation of OpenAPI. */
export function describeOperation(name: EndpointName, endpoint: Endpoint): JsonObject {
  const { summary, description } = operationWords[name];
  return {
    operationId: name,
    summary,
    description,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: describeParameters(endpoint),
    ...(endpoint.body && { requestBody: describeBody(name, endpoint, endpoint.body) }),
    responses: {
      ...describeSuccess(name, endpoint),
      ...describeFailures(
        publicPathPrefix + endpoint.path,
        failuresOf(endpoint),
        explanationsOf(name, endpoint),
      ),
    },
  };
}

function explanationsOf(name: EndpointName, endpoint: Endpoint): OwnExplanations {
  const invalid = operationWords[name].refusal ?? findRefusedInput(endpoint);
  return {
    ...(invalid && { 400: invalid }),
    ...(endpoint.onlyReads && { 403: { message: 'Only a personal access token can do this.' } }),
    ...(pathParametersOf(endpoint).length > 0 && { 404: notFound(resourceOf(endpoint)) }),
    412: changedSince(resourceOf(endpoint)),
  };
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
  workflow: 'Workflows',
  site: 'Sites',
  token: 'Tokens',
};

function tagOf({ path }: Endpoint): string {
  const tag = tags[path.split('/')[1] ?? ''];
  if (tag === undefined) throw new Error(`The description has no place for ${path}.`);
  return tag;
}

function securityOf({ path, onlyReads, isOpenToReaders = false }: Endpoint): JsonObject[] {
  const isOpenToApps = (onlyReads || isOpenToReaders) && !path.startsWith('/token');
  return [{ personalAccessToken: [] }, ...(isOpenToApps ? [{ oauth: ['read'] }] : [])];
}

function describeParameters(endpoint: Endpoint): JsonObject[] {
  const { needsWorkspace, query, isVersioned, onlyReads } = endpoint;
  const pathParameters = pathParametersOf(endpoint);
  const conditions = onlyReads ? ['IfNoneMatch'] : ['IfMatch', 'IfNoneMatch'];
  const shared = [
    ...(needsWorkspace ? ['Workspace'] : []),
    ...(isVersioned === true && pathParameters.length > 0 ? conditions : []),
  ];
  return [
    ...pathParameters.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: describeId(name === 'pageId' ? 'page' : resourceOf(endpoint)),
      schema: { type: 'string', format: 'uuid' },
    })),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(query ? describeQuery(query) : []),
  ];
}

/** Which operation returns the ids of a resource. */
const sources: Readonly<Record<string, EndpointName>> = {
  type: 'listEnrichedTypes',
  attribute: 'listEnrichedTypes',
  object: 'searchObjects',
  user: 'listUsers',
  workflow: 'listWorkflows',
  site: 'listSites',
  page: 'listSitePages',
  token: 'listTokens',
};

function describeId(resource: string): string {
  const source = sources[resource];
  if (source === undefined)
    throw new Error(`The description doesn’t say where the id of a ${resource} comes from.`);
  return `The id of the ${resource}, from “${operationWords[source].summary}”.`;
}

/** What the `id` of an operation’s body is the id of. */
function nounOf(endpoint: Endpoint): string {
  return endpoint.path.includes('/page') ? 'page' : resourceOf(endpoint);
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.custom<JsonObject>()),
  required: z._default(z.array(z.string()), []),
});

function describeQuery(query: z.core.$ZodType): JsonObject[] {
  const { properties, required } = objectSchema.parse(
    describeSchema(query, { noun: '', io: 'input' }),
  );
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }));
}

function describeBody(name: EndpointName, endpoint: Endpoint, body: z.core.$ZodType): JsonObject {
  const { body: example } = operationWords[name];
  return {
    required: true,
    content: {
      'application/json': {
        schema: describeSchema(body, { noun: nounOf(endpoint), io: 'input' }),
        ...(example && { examples: { example: { value: example } } }),
      },
    },
  };
}

function describeSuccess(name: EndpointName, endpoint: Endpoint): JsonObject {
  const { reply, isVersioned, onlyReads } = endpoint;
  if (reply === undefined) return { 204: { description: 'Done. The response has no body.' } };
  const version: JsonObject = isVersioned === true ? { ETag: entityTagHeader } : {};
  const location: JsonObject = createsReadable(endpoint) ? { Location: locationHeader } : {};
  const example = operationWords[name].reply ?? exampleOf(reply);
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
};
