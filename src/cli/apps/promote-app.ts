import type { AppVersion, PlatformApp } from '../../api/app-platform';
import { CommandFailure, isSettled } from '../failure';
import { printableLine } from '../printable';
import type { AppContext, PlatformClient } from './platform-client';
import { readProjectManifest } from './project-manifest';
import type { ProjectManifest } from './project-manifest';

interface PlannedPromotion {
  readonly app: PlatformApp;
  /** The build that customers will get. */
  readonly version: AppVersion;
}

/** What `app promote --json` prints. */
interface Promotion {
  readonly appId: string;
  readonly versionId: string;
  readonly appKey: string;
  readonly version: string;
  /** What customers got before; null before the first promote. */
  readonly previousVersion: string | null;
  /** Where to register the app, so that customers get it; only while it isn't registered. */
  readonly registerUrl?: string;
}

/**
 * Gives customers the version that a manifest names, after a confirmation where the person is asked.
 * @returns the promotion, and who gets what now in one sentence; undefined if they don't confirm
 * @throws {CommandFailure} if the app platform refuses or can't be reached, saying what customers get
 */
export async function promoteProject(
  platform: PlatformClient,
  { report, confirm }: AppContext,
  manifestPath: string,
): Promise<{ readonly promotion: Promotion; readonly sentence: string } | undefined> {
  report('Looking up the version');
  const plan = await planPromotion(platform, await readProjectManifest(manifestPath));
  const question = `Promote? ${describePromotion(plan)}`;
  if (confirm !== undefined && !(await confirm(question))) return undefined;
  const promotion = await promoteApp(platform, plan);
  return { promotion, sentence: describePromoted(plan, promotion) };
}

/**
 * Finds the build that the manifest names: the latest of its version that can be served.
 * @throws {CommandFailure} `refused` if there is none
 */
async function planPromotion(
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

async function promoteApp(
  platform: PlatformClient,
  { app, version }: PlannedPromotion,
): Promise<Promotion> {
  const { registerUrl } = await promote(platform, { app, version });
  return {
    appId: app.id,
    versionId: version.id,
    appKey: printableLine(app.appKey),
    version: printableLine(version.version),
    previousVersion: app.promotedVersion && printableLine(app.promotedVersion.version),
    ...(registerUrl !== undefined && { registerUrl: printableLine(registerUrl) }),
  };
}

/** Where the answer is lost, it looks at what customers get now. */
async function promote(
  platform: PlatformClient,
  { app, version }: PlannedPromotion,
): Promise<Pick<PlatformApp, 'registerUrl'>> {
  try {
    return await platform.promote({ appId: app.id, id: version.id });
  } catch (error) {
    const isUnsure = error instanceof CommandFailure && !isSettled(error);
    if (!isUnsure) throw error;
    const now = await findApp(platform, app.id);
    if (now?.promotedVersion?.id === version.id) return now;
    throw unsure(error, now, version);
  }
}

/** Undefined if it can't be found out. */
async function findApp(platform: PlatformClient, id: string): Promise<PlatformApp | undefined> {
  const apps = await platform.listApps().catch(() => []);
  return apps.find((app) => app.id === id);
}

function unsure(cause: CommandFailure, now: PlatformApp | undefined, version: AppVersion) {
  const truth = describeUnsure(now, version);
  return new CommandFailure(
    cause.code,
    `${cause.message}\n${truth}\nRun the promote command again to be sure. That’s always safe.`,
    { cause },
  );
}

/** @param now undefined if it can't be found out */
function describeUnsure(now: PlatformApp | undefined, version: AppVersion): string {
  if (now?.registerUrl !== undefined) return 'Customers get nothing until you register the app.';
  return now?.promotedVersion
    ? `Customers still get version ${printableLine(now.promotedVersion.version)}.`
    : `Customers might already get version ${printableLine(version.version)}.`;
}

/** Who gets what, before it is done. */
function describePromotion({ app, version }: PlannedPromotion): string {
  const name = `${printableLine(app.name)} (${printableLine(app.appKey)})`;
  const what = `version ${printableLine(version.version)} of ${name}, ${deployedOn(version)}`;
  if (app.registerUrl !== undefined) {
    return `Customers will get ${what}, once you register the app. They have no version yet.`;
  }
  const now = app.promotedVersion;
  if (now?.id === version.id) return `Customers already get ${what}. Nothing will change.`;
  const before =
    now === null ? 'They have no version yet.' : `They now have ${describeEarlier(now, version)}.`;
  return `Every customer will get ${what}. ${before}`;
}

/** Who gets what now, in one sentence. */
function describePromoted(
  { app: { promotedVersion }, version: build }: PlannedPromotion,
  { appKey, version, registerUrl }: Promotion,
): string {
  if (registerUrl !== undefined) {
    return `✓ Promoted ${version} of ${appKey}. Customers get it once you register the app at ${registerUrl}`;
  }
  if (promotedVersion?.id === build.id) {
    return `✓ Customers already get this build of ${version}, ${deployedOn(build)}.`;
  }
  const before = promotedVersion && `, instead of ${describeEarlier(promotedVersion, build)}`;
  return `✓ Customers get ${version} of ${appKey} from now on${before ?? ''}.`;
}

/** Builds of one version are told apart by when they were deployed. */
function describeEarlier(earlier: AppVersion, { version }: AppVersion): string {
  return earlier.version === version
    ? `an earlier build of ${printableLine(version)}, ${deployedOn(earlier)}`
    : printableLine(earlier.version);
}

function deployedOn({ createdAt }: AppVersion): string {
  return `deployed on ${printableLine(createdAt.slice(0, 19)).replace('T', ' ')} UTC`;
}
