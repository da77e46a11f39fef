import type { DeployedVersion, PlatformApp } from '../../api/app-platform';
import { CommandFailure, isSettled } from '../failure';
import { printable, printableLine } from '../printable';
import { listPublicFiles } from './secret-files';
import type { BundleSource } from './secret-files';
import { packBundle } from './pack-bundle';
import type { Bundle } from './pack-bundle';
import type { AppContext, PlatformClient } from './platform-client';
import { readProjectManifest } from './project-manifest';
import type { ProjectManifest } from './project-manifest';
import { UploadRefused, uploadBundle } from './upload-bundle';

/** What `app deploy --json` prints. */
export interface Deployment {
  readonly appId: string;
  readonly versionId: string;
  readonly appKey: string;
  readonly version: string;
  readonly serveUrl: string;
  readonly fileCount: number;
  readonly bundleBytes: number;
  readonly bundleDigest: string;
  readonly leftOut: readonly string[];
}

/** Where an app is, and what of it may be sent. */
export interface DeploySource {
  readonly manifestPath: string;
  readonly folder: string;
  /** Paths below the folder that the person insists on, although they look like secrets. */
  readonly included: readonly string[];
}

interface DeployOptions extends BundleSource {
  readonly platform: PlatformClient;
  readonly manifest: ProjectManifest;
  readonly report: (progress: string) => void;
}

/**
 * Deploys a project, after a confirmation where the person is asked.
 * @returns undefined if they don't confirm
 * @throws {CommandFailure} saying which step failed, what is now true, and how to go on
 */
export async function deployProject(
  platform: PlatformClient,
  { signal, report, confirm }: AppContext,
  { manifestPath, ...source }: DeploySource,
): Promise<Deployment | undefined> {
  const manifest = await readProjectManifest(manifestPath);
  const options = { ...source, signal, report, platform, manifest };
  if (confirm !== undefined) {
    // Nobody is asked about a folder that can't be deployed.
    await listPublicFiles(options);
    report('Checking what is deployed');
    if (!(await confirm(await describePlan(options)))) return undefined;
  }
  return deployApp(options);
}

async function describePlan({ platform, manifest }: DeployOptions): Promise<string> {
  const { appKey, version, name } = manifest;
  const present = (await platform.listApps()).find((app) => app.appKey === appKey);
  const what = `version ${version} of ${printableLine(name)} (${appKey})`;
  return `Deploy ${what} from ./build? You get it right away. ${describeCustomers(present)}`;
}

/** What customers get after a deploy. */
function describeCustomers(present: PlatformApp | undefined): string {
  const promoted = present?.promotedVersion;
  if (present === undefined || present.registerUrl !== undefined) {
    return promoted
      ? 'Customers get nothing until you register the app.'
      : 'Customers get nothing until you promote it and register the app.';
  }
  return promoted
    ? `Customers keep ${printableLine(promoted.version)} until you promote it.`
    : 'Customers get nothing until you promote it.';
}

/**
 * Packs the build folder, then makes the four calls of a deploy in their order. What can be found
 * wrong here is found before the first call.
 */
async function deployApp(options: DeployOptions): Promise<Deployment> {
  const { platform, manifest, folder, report } = options;
  const bundle = await packBundle(options, (done, all) =>
    report(`Packing ${folder}: ${done} of ${all} files`),
  );
  report('Step 1 of 4: sending the manifest');
  const version = await step(1, undefined, () => platform.deploy(manifest.bytes));
  const serveUrl = await sendBundle(options, version, bundle);
  return {
    appId: version.appId,
    versionId: version.id,
    appKey: manifest.appKey,
    version: printableLine(version.version),
    serveUrl: printableLine(serveUrl),
    fileCount: bundle.fileCount,
    bundleBytes: bundle.archive.length,
    bundleDigest: bundle.digest,
    leftOut: bundle.leftOut,
  };
}

async function sendBundle(
  { platform, signal, report }: DeployOptions,
  version: DeployedVersion,
  { archive }: Bundle,
): Promise<string> {
  report('Step 2 of 4: asking for an upload address');
  const { presignedUrl } = await step(2, version, () => platform.createUpload(version));
  await step(3, version, () =>
    uploadBundle(presignedUrl, archive, signal, (done, all) =>
      report(`Step 3 of 4: uploading, ${Math.floor((100 * done) / all)} % of ${inMegabytes(all)}`),
    ),
  );
  report('Step 4 of 4: finalizing the bundle');
  return step(4, version, async () => {
    const { bundleStatus, serveUrl, problem } = await platform.finalize(version);
    if (bundleStatus === 'READY' && serveUrl !== null) return serveUrl;
    const reason = problem === undefined ? '' : ` ${printable(problem)}`;
    throw new CommandFailure('refused', `The app platform can’t serve the bundle.${reason}`);
  });
}

const stepNames = {
  1: 'sending the manifest',
  2: 'asking for an upload address',
  3: 'uploading the bundle',
  4: 'finalizing the bundle',
} as const;

type Step = keyof typeof stepNames;

async function step<Result>(
  number: Step,
  version: DeployedVersion | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const lines = [
      `The deployment stopped at step ${number} of 4, ${stepNames[number]}. ${error.message}`,
      truthAfter(number, error, version),
      ...(isWorthRepeating(number, error)
        ? ['Run the deploy command again. That’s always safe.']
        : []),
    ];
    throw new CommandFailure(error.code, lines.join('\n'), { cause: error });
  }
}

/**
 * What is refused once is refused again, except by the storage unless the bundle itself is refused: each upload
 * has an address of its own. A 429 says when to try again.
 */
function isWorthRepeating(number: Step, failure: CommandFailure): boolean {
  return number === 3 ? !(failure instanceof UploadRefused) : !isSettled(failure);
}

/** What is on the server once a step failed. */
function truthAfter(
  number: Step,
  failure: CommandFailure,
  version: DeployedVersion | undefined,
): string {
  const unchanged = 'you and your customers get the same build as before';
  if (version !== undefined && number === 4 && !isSettled(failure)) {
    return `A build of version ${printableLine(version.version)} was created, and you might already get it. Your customers still get the same build as before.`;
  }
  if (version !== undefined) {
    return `A build of version ${printableLine(version.version)} was created, but it isn’t served: ${unchanged}.`;
  }
  return isSettled(failure)
    ? 'Nothing changed on the server.'
    : `A build without files may have been created, but it’s never served: ${unchanged}.`;
}

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 0.1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(1)} MB`;
}
