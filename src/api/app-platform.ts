import * as z from 'zod/mini';
import { compose, foldText } from '../query';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

/** Where every path of the app platform begins. */
export const appPlatformPathPrefix = '/external/v1/app-platform';

const appKey = z
  .string('Give the app a key, such as com.example.my-app.')
  .check(
    z.maxLength(200, 'Use at most 200 characters.'),
    z.regex(
      /^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$/,
      'Use lower-case words joined by dots, such as com.example.my-app.',
    ),
  );

const wrongVersion = 'A version has three numbers, such as 1.0.0.';

/** YAML reads `version: 2` and `version: 1.0` as numbers. @see https://semver.org */
const version = z
  .string({
    error: ({ input }) =>
      input === undefined || input === null
        ? 'Give the app a version, such as 1.0.0.'
        : wrongVersion,
  })
  .check(
    z.maxLength(64, 'Use at most 64 characters.'),
    z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, wrongVersion),
  );

/** More than any manifest needs: reading one keeps everyone else waiting. */
export const maximumManifestBytes = 64 * 1024;

const noName = 'Give the app a name, or leave it out.';

/** YAML reads `name: 2024` and `name: true` as something other than text. */
const name = z
  .string({
    error: ({ input }) =>
      input === null ? noName : 'Write the name in quotation marks, such as "2024".',
  })
  .check(
    z.overwrite(visibleText),
    z.minLength(1, noName),
    z.maxLength(100, 'Use at most 100 characters for the name.'),
  );

const description = z
  .string('Write the description in quotation marks.')
  .check(z.maxLength(4000, 'Use at most 4,000 characters for the description.'));

/** What the app platform reads of a manifest; it keeps the rest as it is. */
export const appManifest = z.looseObject(
  {
    app: z.looseObject(
      {
        key: appKey,
        version,
        /** The key if absent. */
        name: z.optional(name),
        description: z.optional(description),
      },
      'Give the app a key and a version, each on an indented line of its own.',
    ),
  },
  'Begin the manifest with “app:”, then the app’s key and version.',
);

/**
 * The name of an app as a folder, a package and the last word of a key have it: words of a-z and 0-9 joined by
 * hyphens, at most 60 characters, folded as the service's searches are. Empty if the name has none.
 */
export function slugOf(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}

/**
 * The path of a file in a bundle as the app platform looks it up: without regard to case, nor to how an accent
 * is written. Two files of a bundle can't share one.
 */
export function foldBundlePath(path: string): string {
  return compose(compose(path).toLowerCase());
}

/** The reply of a deploy; `id` is the version's. */
export const deployedVersion = z.object({ id, appId: id, version: z.string() });
export type DeployedVersion = z.infer<typeof deployedVersion>;

/** Where the bundle is to be sent by PUT: once, and within 15 minutes. */
export const bundleUpload = z.object({ presignedUrl: z.string() });

const bundleStatus = z.enum(['PENDING', 'READY', 'FAILED']);
export type BundleStatus = z.infer<typeof bundleStatus>;

export const finalizedBundle = z.object({
  bundleLocation: z.string(),
  bundleStatus,
  /** Null if the bundle can't be served. */
  serveUrl: z.nullable(z.string()),
  /** Why the bundle can't be served; only where its status is FAILED. */
  problem: z.optional(z.string()),
});
export type FinalizedBundle = z.infer<typeof finalizedBundle>;

/**
 * `DEPLOYED`: only the developer gets the app. `REGISTERED`: customers may get it, once a version is
 * promoted. `PROMOTED`: customers get the promoted version.
 */
const appStatus = z.enum(['DEPLOYED', 'REGISTERED', 'PROMOTED']);

/** Where the developer registers the app; only while it isn't registered. */
const registerUrl = z.optional(z.string());

export const promotedVersion = z.extend(deployedVersion, { status: appStatus, registerUrl });
export type PromotedVersion = z.infer<typeof promotedVersion>;

const appVersion = z.object({
  id,
  version: z.string(),
  bundleStatus,
  isPromoted: z.boolean(),
  serveUrl: z.nullable(z.string()),
  createdAt: z.string(),
});
export type AppVersion = z.infer<typeof appVersion>;

/** An app of the caller. */
const platformApp = z.object({
  id,
  appKey: z.string(),
  name: z.string(),
  status: appStatus,
  registerUrl,
  /** What the developer gets: the latest build that was deployed. */
  latestVersion: appVersion,
  /** What customers get, if the app is registered; null before the first promote. */
  promotedVersion: z.nullable(appVersion),
});
export type PlatformApp = z.infer<typeof platformApp>;

export const appPage = pageOf(platformApp);
export const appVersionPage = pageOf(appVersion);

/**
 * The build of an app that the caller gets: its developer the latest, everyone else the promoted one, if the
 * app is registered.
 */
export const servedVersion = z.object({ version: z.string(), serveUrl: z.string() });
export type ServedVersion = z.infer<typeof servedVersion>;

/**
 * The calls of the app platform, each below `/external/v1/app-platform`. They take personal access
 * tokens only.
 */
export const appPlatformEndpoints = {
  /** The caller's apps, by name. */
  listApps: endpoint('GET', '/app', null, { query: paging, reply: appPage }),
  /** Creates a version of the app that the manifest names, and the app with its first one. */
  deployVersion: endpoint('POST', '/app', null, {
    bodyType: 'application/yaml',
    body: z.instanceof(Uint8Array),
    reply: deployedVersion,
  }),
  /** The versions of an app, the latest first. */
  listVersions: endpoint('GET', '/app/{appId}/version', null, {
    query: paging,
    reply: appVersionPage,
  }),
  getServedVersion: endpoint('GET', '/app/{appId}/served-version', null, { reply: servedVersion }),
  createBundleUpload: endpoint('POST', '/app/{appId}/version/{versionId}/bundle/upload-url', null, {
    reply: bundleUpload,
  }),
  /** The service looks into the whole bundle before it answers. Sent again, it says the same. */
  finalizeBundle: endpoint('POST', '/app/{appId}/version/{versionId}/bundle/finalize', null, {
    reply: finalizedBundle,
  }),
  promoteVersion: endpoint('POST', '/app/{appId}/version/{versionId}/promote', null, {
    reply: promotedVersion,
  }),
};
