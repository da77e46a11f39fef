import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { request } from 'undici';
import type { DeployedVersion, PlatformApp } from '../../api/app-platform';
import { CommandFailure, isSettled, interrupted, projectFailure } from '../failure';
import { printableLine } from '../printable';
import { reasonIn } from '../bounded-fetch';
import { createProxy } from '../proxy';
import type { Environment } from '../proxy';
import { checkAddress, tokenVariable } from '../configuration/configuration';
import { packBundle } from './bundle';
import type { BundleSource, Bundle, ReportProgress } from './bundle';
import type { AppContext, PlatformClient, Surroundings } from './platform-client';
import { readProjectManifest } from './project-manifest';
import type { ProjectManifest } from './project-manifest';

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
interface DeploySource extends Omit<BundleSource, 'signal'> {
  readonly manifestPath: string;
}

interface DeployOptions {
  readonly platform: PlatformClient;
  readonly manifest: ProjectManifest;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly report: (progress: string) => void;
}

/**
 * Deploys a project, after a confirmation where the person is asked.
 * @returns undefined if they don't confirm
 * @throws {CommandFailure} saying which step failed, what is now true, and how to go on
 */
export async function deployProject(
  platform: PlatformClient,
  { environment, signal, report, confirm }: AppContext,
  { manifestPath, ...source }: DeploySource,
): Promise<Deployment | undefined> {
  const manifest = await readProjectManifest(manifestPath);
  const options = { platform, manifest, environment, signal, report };
  // Nobody is asked about a folder that can't be deployed.
  const bundle = await packBundle({ ...source, signal }, (done, all) =>
    report(`Packing ${source.folder}: ${done} of ${all} files`),
  );
  if (confirm !== undefined) {
    report('Checking what is deployed');
    if (!(await confirm(await describePlan(options)))) return undefined;
  }
  return deployBundle(options, bundle);
}

async function describePlan({ platform, manifest }: DeployOptions): Promise<string> {
  const { appKey, version, name } = manifest;
  const present = (await platform.listApps()).find((app) => app.appKey === appKey);
  const what = `version ${version} of ${printableLine(name)} (${appKey})`;
  return `Deploy ${what} from ./build? You get it right away. ${describeCustomers(present)}`;
}

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

/** Makes the four calls of a deploy in their order. */
async function deployBundle(options: DeployOptions, bundle: Bundle): Promise<Deployment> {
  const { platform, manifest, report } = options;
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
  { platform, environment, signal, report }: DeployOptions,
  version: DeployedVersion,
  { archive }: Bundle,
): Promise<string> {
  report('Step 2 of 4: asking for an upload address');
  const { presignedUrl } = await step(2, version, () => platform.createUpload(version));
  await step(3, version, () =>
    uploadBundle(presignedUrl, archive, { environment, signal }, (done, all) =>
      report(`Step 3 of 4: uploading, ${Math.floor((100 * done) / all)} % of ${inMegabytes(all)}`),
    ),
  );
  report('Step 4 of 4: finalizing the bundle');
  return step(4, version, async () => {
    const { bundleStatus, serveUrl, problem } = await platform.finalize(version);
    if (bundleStatus === 'READY' && serveUrl !== null) return serveUrl;
    const reason = problem === undefined ? '' : ` ${printableLine(problem)}`;
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
  return number === 3 ? !(failure instanceof UploadRefusal) : !isSettled(failure);
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

const chunkBytes = 64 * 1024;
const idleTimeoutMs = 60_000;
const maximumReasonBytes = 4 * 1024;
const reasonTimeoutMs = 5_000;

/** The storage won't take this bundle, however often it is sent. */
class UploadRefusal extends CommandFailure {}

/**
 * Sends an archive to a presigned address, which is a secret itself: without a token, following no
 * redirect, and never repeated in a message.
 * @throws {CommandFailure} `unavailable` if it didn't arrive, `refused` if it wasn't taken
 * @throws {UploadRefusal} where it's no use to send it again
 */
async function uploadBundle(
  presignedUrl: string,
  archive: Buffer,
  { environment, signal }: Pick<DeployOptions, 'environment' | 'signal'>,
  report: ReportProgress,
): Promise<void> {
  const url = checkAddress(presignedUrl, 'The upload address that the app platform named');
  const dispatcher = createProxy(environment);
  const response = await request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/zip', 'content-length': String(archive.length) },
    body: Readable.from(chunksOf(archive, report)),
    headersTimeout: idleTimeoutMs,
    signal,
    ...(dispatcher !== undefined && { dispatcher }),
  }).catch((cause: unknown) => {
    throw signal.aborted ? interrupted() : cutOff(cause);
  });
  // From here on, the answer decides.
  const failure = failureOf(response.statusCode, await readStart(response.body), url);
  if (signal.aborted) throw interrupted();
  if (failure !== undefined) throw failure;
}

function* chunksOf(archive: Buffer, report: ReportProgress): Generator<Buffer> {
  for (let sent = 0; sent < archive.length; sent += chunkBytes) {
    report(sent, archive.length);
    yield archive.subarray(sent, sent + chunkBytes);
  }
  report(archive.length, archive.length);
}

/** Its first bytes, as far as they arrive in time: the rest may have no end. */
async function readStart(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), reasonTimeoutMs);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount > maximumReasonBytes) break;
    }
  } catch {
    // What arrived is enough.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maximumReasonBytes).toString();
}

/** Undefined if the upload was taken. */
function failureOf(status: number, text: string, { pathname }: URL): CommandFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return cutOff();
  const message = reasonIn(text);
  const secret = pathname.slice(pathname.lastIndexOf('/') + 1);
  const said =
    message === undefined || message.includes(secret)
      ? `The storage refused the upload (status ${status}).`
      : `The storage refused the upload: ${message}`;
  if (status === 400 || status === 413) return new UploadRefusal('refused', said);
  return new CommandFailure('refused', said);
}

function cutOff(cause?: unknown): CommandFailure {
  return new CommandFailure('unavailable', 'The upload was cut off.', { cause });
}

/**
 * Runs the project's build script. What it prints goes to the error stream, so that the output of
 * the command stays its own; the token isn't handed on to it.
 * @throws {CommandFailure} `project` if it fails or there is none
 */
export async function runBuildScript(
  { workingDirectory, environment }: Surroundings,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<void> {
  const build = spawn('npm', ['run', '--silent', 'build'], {
    cwd: workingDirectory,
    env: { ...environment, [tokenVariable]: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    signal,
  });
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => print(text));
  }
  const status = await new Promise<number | string>((resolve) => {
    build.on('error', (error) => resolve(error.message));
    build.on('close', (code, ended) => resolve(code ?? ended ?? 'unknown'));
  });
  if (signal.aborted) throw interrupted();
  if (status === 0) return;
  throw projectFailure(
    `npm run build failed (${status}), so nothing was deployed. Run it to see why. If there is no package.json, or it has no “build” script, build the app yourself and deploy without --build.`,
  );
}
