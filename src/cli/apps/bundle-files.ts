import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CommandFailure, describeSystemError, interrupted } from '../failure';
import { configurationFolder } from '../configuration/configuration-file';

/** One file of a build folder. */
export interface BundleFile {
  /** Below the root of the archive, with slashes. */
  readonly path: string;
  readonly location: string;
  readonly size: number;
}

export interface BundleFiles {
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
export async function listBundleFiles(folder: string, signal: AbortSignal): Promise<BundleFiles> {
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
    throw new CommandFailure(
      'project',
      `The build folder ${folder} can’t be read: ${describeSystemError(error)}. Build the app first (npm run build, or wds app deploy --build), or name its folder with --dir.`,
      { cause: error },
    );
  }
  throw new CommandFailure(
    'project',
    `${folder} isn’t a folder. Name the build folder with --dir.`,
  );
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
  return new CommandFailure('project', `${path} can’t be read: ${describeSystemError(cause)}.`, {
    cause,
  });
}

/** Of a file, or of a folder that its path leads through. */
function assertName(path: string, name: string): void {
  const shown = JSON.stringify(path);
  if (unsafeName.test(name)) {
    throw new CommandFailure(
      'project',
      `The name ${shown} has a character that an archive can’t hold: a colon, a backslash, a control character, or one that isn’t valid UTF-8. Rename it.`,
    );
  }
  if (Buffer.byteLength(path) > maximumPathBytes) {
    throw new CommandFailure(
      'project',
      `The path ${shown} is too long: an app’s paths have at most ${maximumPathBytes} bytes. Rename it.`,
    );
  }
}

function assertPlainFile(entry: Stats, path: string): void {
  if (entry.isSymbolicLink()) {
    throw new CommandFailure(
      'project',
      `${path} is a link, and an app can’t contain links. Replace it with the file or folder that it leads to.`,
    );
  }
  if (!entry.isFile()) {
    throw new CommandFailure('project', `${path} is neither a file nor a folder. Remove it.`);
  }
}

function assertBundle(folder: string, files: readonly BundleFile[]): void {
  if (files.length === 0) {
    throw new CommandFailure(
      'project',
      `${folder} is empty. Build the app first, or pass --build.`,
    );
  }
  if (!files.some(({ path }) => path === 'index.html')) {
    const nested = files.find(({ path }) => path.endsWith('/index.html'));
    const advice =
      nested === undefined
        ? 'Every app needs one.'
        : `There is one at ${nested.path}: name its folder with --dir.`;
    throw new CommandFailure('project', `${folder} has no index.html at its root. ${advice}`);
  }
  const folded = new Map<string, string>();
  for (const { path } of files) {
    const key = path.normalize('NFC').toLowerCase();
    const other = folded.get(key);
    if (other !== undefined) {
      throw new CommandFailure(
        'project',
        `${other} and ${path} differ only in case or in how an accent is written. Rename one of them.`,
      );
    }
    folded.set(key, path);
  }
}

function tooLarge(folder: string, what: string): CommandFailure {
  return new CommandFailure(
    'project',
    `${folder} has ${what}, more than an app can have. Is it the right folder?`,
  );
}

/** By code unit, which is the same on every machine. */
function byPath(one: BundleFile, other: BundleFile): number {
  return one.path < other.path ? -1 : 1;
}

/**
 * What a listed file holds now, up to so many bytes; refused where something else stands in its place meanwhile.
 * @throws {CommandFailure} `project`
 */
export async function readBundleFile(
  { path, location, size }: BundleFile,
  mostBytes = size,
): Promise<Buffer> {
  try {
    const file = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const now = await file.stat();
      if (now.isFile() && now.size === size) {
        if (size <= mostBytes) return await file.readFile();
        return (await file.read(Buffer.alloc(mostBytes))).buffer;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new CommandFailure(
    'project',
    `${path} changed while the app was being packed. Wait until the build has finished, then deploy again.`,
  );
}
