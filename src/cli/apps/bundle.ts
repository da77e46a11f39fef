import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { posix, join, relative, sep } from 'node:path';
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { ZipFile } from 'yazl';
import { foldBundlePath } from '../../api/app-platform';
import { interrupted, describeSystemError, projectFailure } from '../failure';
import type { CommandFailure } from '../failure';
import { configurationFolder } from '../configuration/configuration';

export interface Bundle {
  readonly archive: Buffer;
  readonly fileCount: number;
  /** Hexadecimal SHA-256 of the archive. */
  readonly digest: string;
  readonly leftOut: readonly string[];
}

/** Is told how many of how many files or bytes are done. */
export type ReportProgress = (done: number, all: number) => void;

const maximumArchiveBytes = 100 * 1024 * 1024;
/** What an archive says of each file, so that it depends on their content alone. */
const sameForAll = {
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  forceDosTimestamp: true,
  compress: true,
};

export interface BundleSource {
  readonly folder: string;
  /** Paths below the folder that the person insists on, although they look like secrets. */
  readonly included: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Packs a build folder: the same bytes for the same files.
 * @throws {CommandFailure} `project` for a folder that can't be an app, or has files that look like secrets
 */
export async function packBundle(
  { folder, included, signal }: BundleSource,
  report: ReportProgress = () => undefined,
): Promise<Bundle> {
  const { files, leftOut } = await listBundleFiles(folder, signal);
  const zip = new ZipFile();
  const output = new PassThrough({ signal });
  const packed = buffer(zip.outputStream.pipe(output)).catch((cause: unknown) => {
    throw signal.aborted ? interrupted() : cause;
  });
  // Its error is thrown below, unless a file is refused first.
  packed.catch(() => undefined);
  const secrets: string[] = [];
  for (const [index, file] of files.entries()) {
    if (signal.aborted) throw interrupted();
    const content = await readBundleFile(file);
    if (looksSecret(file.path, content)) secrets.push(file.path);
    zip.addBuffer(content, file.path, sameForAll);
    report(index + 1, files.length);
  }
  refuseSecrets(folder, secrets, included, files);
  zip.end();
  const archive = await packed;
  if (archive.length > maximumArchiveBytes) {
    throw projectFailure(
      `The packed app is ${Math.ceil(archive.length / 1024 / 1024)} MB, and you can deploy up to 100 MB. Make the files in ${folder} smaller.`,
    );
  }
  const digest = createHash('sha256').update(archive).digest('hex');
  return { archive, fileCount: files.length, digest, leftOut };
}

/** Passwords, tokens or private keys, as files or folders; whoever gets the app could read them. */
const secretNames = [
  /\.env[^/]*|[^/]*\.env/,
  /\.(npmrc|yarnrc\.yml|pypirc|netrc|pgpass|htpasswd|git-credentials)/,
  /\.(aws|ssh|docker|config\/gh)/,
  /id_(rsa|dsa|ecdsa|ed25519)(?!\.pub)[^/]*/,
  /[^/]*\.(pem|key|p12|pfx|ppk|jks|keystore)/,
];
const secretPath = new RegExp(
  `(^|/)(${secretNames.map(({ source }) => source).join('|')})(/|$)`,
  'i',
);
/** A key follows, on a new line or after an escaped line break; code that reads keys has the header alone. */
const privateKey =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----(\s|\\+[rn])+[\w+/]|PuTTY-User-Key-File-\d: \w/;
const searchedBytes = 64 * 1024;
const maximumNamedSecrets = 10;

/** By the path, or by a private key at the beginning. */
function looksSecret(path: string, content: Buffer): boolean {
  // UTF-16 has a zero byte beside each character of a key.
  const beginning = content.subarray(0, searchedBytes).toString('latin1').replaceAll('\0', '');
  return secretPath.test(path) || privateKey.test(beginning);
}

function refuseSecrets(
  folder: string,
  secrets: readonly string[],
  included: readonly string[],
  files: readonly BundleFile[],
): void {
  const insisted = included.map((path) => posix.normalize(path));
  const refused = secrets.filter((path) => !insisted.includes(path));
  if (refused.length > 0) throw holdsSecrets(folder, refused.sort());
  const unknown = insisted.find((wanted) => !files.some(({ path }) => path === wanted));
  if (unknown === undefined) return;
  throw projectFailure(
    `${folder} has no file ${unknown} that could be deployed. After --include, write its path as it is below that folder.`,
  );
}

function holdsSecrets(folder: string, secrets: readonly string[]): CommandFailure {
  const more =
    secrets.length > maximumNamedSecrets ? ` and ${secrets.length - maximumNamedSecrets} more` : '';
  return projectFailure(
    `${folder} has files that look like secrets, and everyone who gets the app could read them: ${secrets.slice(0, maximumNamedSecrets).join(', ')}${more}. Remove them from the build. If a file is meant to be public, run wds app deploy --include <path>.`,
  );
}

interface BundleFile {
  /** Below the root of the archive, with slashes. */
  readonly path: string;
  readonly location: string;
  readonly size: number;
}

interface BundleFiles {
  /** By path, so that the same folder gives the same archive. */
  readonly files: readonly BundleFile[];
  /** What is never sent, such as `node_modules`. */
  readonly leftOut: readonly string[];
}

/** What the app platform takes. */
const maximumFiles = 5_000;
const maximumUnpackedBytes = 500 * 1024 * 1024;

/** What belongs to tools rather than to the app. */
const leftOutNames = /^(\.git|\.hg|\.svn|node_modules|\.DS_Store)$/i;
const maximumPathBytes = 500;
/** Names that aren't UTF-8 are read with U+FFFD in them. */
const unsafeName = /[\p{Cc}\\:\uFFFD]/u;

/**
 * Lists what a build folder holds, without following anything out of it.
 * @throws {CommandFailure} `project` for a folder without index.html, with links, or too large
 */
async function listBundleFiles(folder: string, signal: AbortSignal): Promise<BundleFiles> {
  const root = await openRoot(folder);
  const files: BundleFile[] = [];
  const leftOut: string[] = [];
  const waiting = [root];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of await namesIn(next)) {
      if (signal.aborted) throw interrupted();
      const location = join(next, name);
      const path = relative(root, location).split(sep).join('/');
      if (isLeftOut(name)) {
        leftOut.push(path);
        continue;
      }
      assertName(path, name);
      const entry = await lstatOf(location, path);
      if (entry.isDirectory()) {
        waiting.push(location);
        continue;
      }
      assertPlainFile(entry, path);
      bytes += entry.size;
      files.push({ path, location, size: entry.size });
      if (files.length > maximumFiles) throw tooLarge(folder, 'more than 5,000 files');
      if (bytes > maximumUnpackedBytes) throw tooLarge(folder, 'more than 500 MB');
    }
  }
  assertBundle(folder, files);
  return { files: files.sort(byPath), leftOut: leftOut.sort() };
}

function isLeftOut(name: string): boolean {
  return leftOutNames.test(name) || name.toLowerCase() === configurationFolder;
}

async function openRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await lstat(root)).isDirectory()) return root;
  } catch (error) {
    throw projectFailure(
      `The build folder ${folder} can’t be read: ${describeSystemError(error)}. Build the app first (npm run build, or wds app deploy --build), or name its folder with --dir.`,
      error,
    );
  }
  throw projectFailure(`${folder} isn’t a folder. Name the build folder with --dir.`);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
}

async function lstatOf(location: string, path: string): Promise<Stats> {
  try {
    return await lstat(location);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): CommandFailure {
  return projectFailure(`${path} can’t be read: ${describeSystemError(cause)}.`, cause);
}

/** Of a file, or of a folder that its path leads through. */
function assertName(path: string, name: string): void {
  const shown = JSON.stringify(path);
  if (unsafeName.test(name)) {
    throw projectFailure(
      `The name ${shown} has a character that an archive can’t hold: a colon, a backslash, a control character, or one that isn’t valid UTF-8. Rename it.`,
    );
  }
  if (Buffer.byteLength(path) > maximumPathBytes) {
    throw projectFailure(
      `The path ${shown} is too long: an app’s paths have at most ${maximumPathBytes} bytes. Rename it.`,
    );
  }
}

function assertPlainFile(entry: Stats, path: string): void {
  if (entry.isSymbolicLink()) {
    throw projectFailure(
      `${path} is a link, and an app can’t contain links. Replace it with the file or folder that it leads to.`,
    );
  }
  if (!entry.isFile()) {
    throw projectFailure(`${path} is neither a file nor a folder. Remove it.`);
  }
}

function assertBundle(folder: string, files: readonly BundleFile[]): void {
  if (files.length === 0) {
    throw projectFailure(`${folder} is empty. Build the app first, or pass --build.`);
  }
  if (!files.some(({ path }) => foldBundlePath(path) === 'index.html')) {
    const nested = files.find(({ path }) => foldBundlePath(path).endsWith('/index.html'));
    const advice =
      nested === undefined
        ? 'Every app needs one.'
        : `There is one at ${nested.path}: name its folder with --dir.`;
    throw projectFailure(`${folder} has no index.html at its root. ${advice}`);
  }
  const folded = new Map<string, string>();
  for (const { path } of files) {
    const key = foldBundlePath(path);
    const other = folded.get(key);
    if (other !== undefined) {
      throw projectFailure(
        `${other} and ${path} differ only in case or in how an accent is written. Rename one of them.`,
      );
    }
    folded.set(key, path);
  }
}

function tooLarge(folder: string, what: string): CommandFailure {
  return projectFailure(
    `${folder} has ${what}, more than an app can have. Is it the right folder?`,
  );
}

/** By code unit, which is the same on every machine. */
function byPath(one: BundleFile, other: BundleFile): number {
  return one.path < other.path ? -1 : 1;
}

/**
 * What a listed file holds; refused where something else stands in its place meanwhile.
 * @throws {CommandFailure} `project`
 */
async function readBundleFile({ path, location, size }: BundleFile): Promise<Buffer> {
  try {
    const file = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const now = await file.stat();
      if (now.isFile() && now.size === size) return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  throw projectFailure(
    `${path} changed while the app was being packed. Wait until the build has finished, then deploy again.`,
  );
}
