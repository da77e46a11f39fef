import type { AppVersion, PlatformApp } from '../../api/app-platform';
import { CommandFailure, isSettled } from '../failure';
import { printable } from '../printable';
import type { PlatformClient } from './platform-client';
import type { ProjectManifest } from './project-manifest';

/** What a promote would change. */
export interface PlannedPromotion {
  readonly app: PlatformApp;
  /** The build that customers will get. */
  readonly version: AppVersion;
}

/** What `app promote --json` prints. */
export interface Promotion {
  readonly appId: string;
  readonly versionId: string;
  readonly appKey: string;
  readonly version: string;
  /** What customers got before; null before the first promote. */
  readonly previousVersion: string | null;
}

/**
 * Finds the build that the manifest names: the latest of its version that can be served.
 * @throws {CommandFailure} `refused` if there is none
 */
export async function planPromotion(
  platform: PlatformClient,
  { appKey, version }: ProjectManifest,
): Promise<PlannedPromotion> {
  const app = (await platform.listApps()).find((candidate) => candidate.appKey === appKey);
  if (app === undefined) {
    throw new CommandFailure(
      'refused',
      `You have no app with the key ${appKey}. Deploy it first, or check the key in the manifest.`,
    );
  }
  const builds = await platform.listVersions(app.id);
  const ofVersion = builds.filter((candidate) => candidate.version === version);
  const ready = ofVersion.find(({ bundleStatus }) => bundleStatus === 'READY');
  if (ready !== undefined) return { app, version: ready };
  const reason =
    ofVersion.length === 0 ? 'hasn’t been deployed' : 'has no build that can be served';
  throw new CommandFailure(
    'refused',
    `Version ${version} of ${appKey} ${reason}. Deploy it first, or set the version in the manifest.`,
  );
}

/**
 * Where the answer is lost, it looks at what customers get now.
 * @throws {CommandFailure} if the app platform refuses or can't be reached, saying what customers get
 */
export async function promoteApp(
  platform: PlatformClient,
  { app, version }: PlannedPromotion,
): Promise<Promotion> {
  try {
    await platform.promote({ appId: app.id, id: version.id });
  } catch (error) {
    const isUnsure = error instanceof CommandFailure && !isSettled(error);
    if (!isUnsure) throw error;
    const now = await findPromoted(platform, app.id);
    if (now?.id !== version.id) throw unsure(error, now, version);
  }
  return {
    appId: app.id,
    versionId: version.id,
    appKey: printable(app.appKey),
    version: printable(version.version),
    previousVersion: app.promotedVersion && printable(app.promotedVersion.version),
  };
}

/** What customers get; undefined if that can't be found out, or nothing was promoted. */
async function findPromoted(platform: PlatformClient, id: string): Promise<AppVersion | undefined> {
  const apps = await platform.listApps().catch(() => []);
  return apps.find((app) => app.id === id)?.promotedVersion ?? undefined;
}

function unsure(cause: CommandFailure, now: AppVersion | undefined, version: AppVersion) {
  const truth =
    now === undefined
      ? `Customers may already get version ${printable(version.version)}.`
      : `Customers still get version ${printable(now.version)}.`;
  return new CommandFailure(
    cause.code,
    `${cause.message}\n${truth}\nRun the promote again to be sure; that’s always safe.`,
    { cause },
  );
}

/** Who gets what, before it is done. */
export function describePromotion({ app, version }: PlannedPromotion): string {
  const name = `${printable(app.name)} (${printable(app.appKey)})`;
  const now = app.promotedVersion;
  const deployed = version.createdAt.slice(0, 16).replace('T', ' ');
  const before =
    now === null ? 'They have no version yet.' : `They have ${printable(now.version)} now.`;
  return `Every customer will get version ${printable(version.version)} of ${name}, deployed on ${deployed} UTC. ${before}`;
}
