import { publicPathPrefix } from '../../../api/endpoint';
import { everyEndpoint } from '../../../api/every-endpoint';
import { describeComponents } from './components';
import { describeOperation, sharedParameters } from './describe-operation';
import { describeFurtherPaths } from './further-operations';
import type { JsonObject } from './json';

/**
 * The public API as an OpenAPI document, from the schemas that the service checks calls with.
 * @param serviceUrl without a path
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function describeApi(serviceUrl: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workspace Data Service',
      version: '1',
      summary: 'Types, attributes and objects in workspaces.',
      description: introduction,
      contact: { name: 'The administrators of this service', url: serviceUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serviceUrl }],
    security: [{ personalAccessToken: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: { ...describeEndpoints(), ...describeFurtherPaths() },
    components: {
      schemas: describeComponents(),
      parameters: sharedParameters,
      securitySchemes,
    },
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
  People: 'The members of a workspace.',
  Workflows: 'The states that objects can be in, and the transitions between them.',
  Sites: 'Sites have pages that show objects.',
  Tokens: 'Your own access tokens.',
  Assistant: 'Answers questions about the objects of a workspace.',
};

function describeEndpoints(): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { name, endpoint } of everyEndpoint) {
    const path = (paths[publicPathPrefix + endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeOperation(name, endpoint);
  }
  return paths;
}

const securitySchemes: JsonObject = {
  personalAccessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Create one in the service, on the page “Access tokens”.',
  },
  oauth: {
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
  },
};
