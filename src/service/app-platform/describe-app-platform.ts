import {
  appPlatformEndpoints,
  appPlatformPathPrefix,
  maximumManifestBytes,
} from '../../api/app-platform';
import type { Endpoint } from '../../api/endpoint';
import { describeComponents } from '../api/description/components';
import { describeDocument } from '../api/description/describe-api';
import { describeEndpoints } from '../api/description/describe-operation';
import { atATime } from '../api/description/words';
import type { JsonObject, OperationWords } from '../api/description/words';

/**
 * The calls of the app platform as an OpenAPI document.
 * @param platformUrl without a path
 * @see docs/app-platform.md
 */
export function describeAppPlatform(platformUrl: string): JsonObject {
  const endpoints = Object.entries<Endpoint>(appPlatformEndpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
  }));
  return describeDocument(platformUrl, {
    title: 'App platform of the Workspace Data Service',
    summary: 'Deploy apps, and choose which version customers get.',
    description:
      'Send a personal access token with every call: `Authorization: Bearer <token>`. Every error has the body `Error`. You can send up to 1,000 requests with a token in any 5 minutes.',
    tags: { Apps: 'What developers deploy, in versions.' },
    paths: describeEndpoints({
      pathPrefix: appPlatformPathPrefix,
      endpoints,
      words,
      forbidden: { message: 'The app platform accepts only personal access tokens.' },
    }),
    schemas: describeComponents(['Error']),
  });
}

const words: Readonly<Record<keyof typeof appPlatformEndpoints, OperationWords>> = {
  listApps: {
    summary: 'List your apps',
    description: `Returns the apps that you deployed, by name. ${atATime}`,
  },
  deployVersion: {
    summary: 'Deploy a version',
    description:
      'Creates a version of the app that the manifest names, and the app with its first one. Send its bundle next.',
    bytes: {
      description: 'The manifest as it is, in YAML or JSON.',
      schema: { type: 'string', maxLength: maximumManifestBytes },
    },
    body: 'app:\n  key: com.example.lending\n  version: 1.0.0\n  name: Lending\n',
    refusal: { message: 'Send the manifest as the body.' },
    oversize: { message: 'The manifest is too large: send at most 64 kB.' },
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
    refusal: { message: 'This version already has a bundle. Deploy a new one.' },
  },
  finalizeBundle: {
    summary: 'Finalize the bundle',
    description:
      'Looks into the uploaded bundle and serves it from now on, if it can be served. You can call it again: the answer stays the same.',
    refusal: { message: 'This version has no bundle yet. Upload it first, then finalize.' },
  },
  promoteVersion: {
    summary: 'Promote a version',
    description:
      'Customers get this version from now on. If the app isn’t registered yet, they get it once it is.',
    refusal: {
      message: 'Version 1.0.0 has no bundle that can be served. Deploy it again.',
    },
  },
};
