import {
  appPlatformEndpoints,
  appPlatformPathPrefix,
  maximumManifestBytes,
} from '../../api/app-platform';
import { pathParametersOf } from '../../api/endpoint';
import type { Endpoint } from '../../api/endpoint';
import { describeComponents, describeSchema } from '../api/description/components';
import { personalAccessTokens } from '../api/description/describe-api';
import { describeErrors, describeQuery } from '../api/description/describe-operation';
import { atATime } from '../api/description/words';
import type { JsonObject, OperationWords } from '../api/description/words';
import { notFound } from '../base/refusals/refusal';

/**
 * The calls of the app platform as an OpenAPI document.
 * @param platformUrl without a path
 * @see docs/app-platform.md
 */
export function describeAppPlatform(platformUrl: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'App platform of the Workspace Data Service',
      version: '1',
      summary: 'Deploy apps, and choose which version customers get.',
      description:
        'Send a personal access token with every call: `Authorization: Bearer <token>`. Every error has the body `Error`. You can send up to 1,000 requests with a token in any 5 minutes.',
      contact: { name: 'The administrators of this service', url: platformUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: platformUrl }],
    security: [{ personalAccessToken: [] }],
    tags: [{ name: 'Apps', description: 'What developers deploy, in versions.' }],
    paths: describePaths(),
    components: {
      schemas: describeComponents(['Error']),
      securitySchemes: { personalAccessToken: personalAccessTokens },
    },
  };
}

function describePaths(): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(appPlatformEndpoints)) {
    const path = (paths[appPlatformPathPrefix + endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeOperation(name, endpoint);
  }
  return paths;
}

function describeOperation(name: string, endpoint: Endpoint): JsonObject {
  const { summary, description } = isNamed(name) ? words[name] : { summary: '', description: '' };
  const { body, query, reply } = endpoint;
  const ids = pathParametersOf(endpoint);
  return {
    operationId: name,
    summary,
    description,
    tags: ['Apps'],
    parameters: [...ids.map(describeId), ...(query ? describeQuery(query) : [])],
    ...(body && { requestBody: manifestBody }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: reply ? describeSchema(reply, { noun: nounOf(endpoint), io: 'output' }) : {},
          },
        },
      },
      ...describeErrors(
        appPlatformPathPrefix + endpoint.path,
        [
          400,
          401,
          403,
          ...(ids.length > 0 ? [404 as const] : []),
          ...(body ? [413 as const] : []),
          429,
          500,
          503,
        ],
        {
          400: { message: 'This version has no bundle yet. Upload it first, then finalize.' },
          403: { message: 'The app platform accepts only personal access tokens.' },
          404: notFound('app'),
          413: { message: 'The manifest is too large: send at most 64 kB.' },
        },
      ),
    },
  };
}

/** What the `id` of an answer is the id of. */
function nounOf({ path, method }: Endpoint): string {
  return path === '/app' && method === 'GET' ? 'app' : 'version';
}

const idWords: Readonly<Record<string, string>> = {
  appId: 'The id of the app, from “List your apps”.',
  versionId: 'The id of the version, from “List the versions of an app”.',
};

function describeId(name: string): JsonObject {
  return {
    name,
    in: 'path',
    required: true,
    description: idWords[name] ?? '',
    schema: { type: 'string', format: 'uuid' },
  };
}

const manifestBody: JsonObject = {
  required: true,
  description: 'The manifest as it is, in YAML or JSON.',
  content: {
    'application/yaml': {
      schema: { type: 'string', maxLength: maximumManifestBytes },
      examples: {
        example: { value: 'app:\n  key: com.example.lending\n  version: 1.0.0\n  name: Lending\n' },
      },
    },
  },
};

type Name = keyof typeof appPlatformEndpoints;

function isNamed(name: string): name is Name {
  return Object.hasOwn(words, name);
}

const words: Readonly<Record<Name, OperationWords>> = {
  listApps: {
    summary: 'List your apps',
    description: `Returns the apps that you deployed, by name. ${atATime}`,
  },
  deployVersion: {
    summary: 'Deploy a version',
    description:
      'Creates a version of the app that the manifest names, and the app with its first one. Send its bundle next.',
  },
  listVersions: {
    summary: 'List the versions of an app',
    description: `Returns the versions that are kept, the latest first. ${atATime}`,
  },
  getServedVersion: {
    summary: 'Get the version that you are served',
    description:
      'The developer of an app gets the latest version that is ready. Everyone else gets the promoted one, if the app is registered.',
  },
  createBundleUpload: {
    summary: 'Get an address for the bundle',
    description:
      'Send the bundle, a ZIP archive of up to 100 MB, to `presignedUrl` with PUT: once, within 15 minutes, and without a token.',
  },
  finalizeBundle: {
    summary: 'Finalize the bundle',
    description:
      'Looks into the uploaded bundle and serves it from now on, if it can be served. You can call it again: the answer stays the same.',
  },
  promoteVersion: {
    summary: 'Promote a version',
    description:
      'Customers get this version from now on. If the app isn’t registered yet, they get it once it is.',
  },
};
