import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../failure';

/**
 * Names a folder in the nearest `.gitignore` of the repository that it is in: once, with the line
 * ends that the file has. Without one, it begins one beside the folder; outside a repository, and
 * where the file is a link, it does nothing.
 */
export async function ignoreFolder(directory: string, folder: string): Promise<void> {
  const candidates = await foldersOfRepository(directory);
  const [nearest] = candidates;
  if (nearest === undefined) return;
  const present = await firstWithFile(candidates);
  const path = join(present ?? nearest, '.gitignore');
  const file = await openOwn(path);
  if (file === undefined) return;
  try {
    const text = await file.readFile('utf8');
    if (names(text, folder, dirname(path) === directory)) return;
    const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    const start = text === '' || text.endsWith('\n') ? '' : lineEnd;
    await file.appendFile(`${start}${folder}/${lineEnd}`);
  } finally {
    await file.close();
  }
}

/** From the directory up to the root of its repository; empty outside of one. */
async function foldersOfRepository(directory: string): Promise<string[]> {
  if (await exists(join(directory, '.git'))) return [directory];
  const parent = dirname(directory);
  if (parent === directory) return [];
  const above = await foldersOfRepository(parent);
  return above.length === 0 ? [] : [directory, ...above];
}

async function firstWithFile(directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories) {
    if (await exists(join(directory, '.gitignore'))) return directory;
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** A link may lead out of the repository. */
async function openOwn(path: string) {
  const flags =
    constants.O_RDWR |
    constants.O_CREAT |
    constants.O_APPEND |
    constants.O_NOFOLLOW |
    constants.O_NONBLOCK;
  try {
    return await open(path, flags, 0o644);
  } catch (error) {
    if (['ELOOP', 'EISDIR', 'ENXIO'].includes(systemCode(error))) return undefined;
    throw error;
  }
}

/** With a slash in front it names only a folder beside the file. */
function names(text: string, folder: string, isBeside: boolean): boolean {
  const prefixes = isBeside ? ['', '**/', '/'] : ['', '**/'];
  const spellings = prefixes.flatMap((prefix) => [`${prefix}${folder}`, `${prefix}${folder}/`]);
  return text.split(/\r?\n/).some((line) => spellings.includes(line.trim()));
}
