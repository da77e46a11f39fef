import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import ignore from 'ignore';
import { describeSystemError, systemCode } from '../failure';
import { shellWord } from '../printable';
import { configurationFile, configurationFolder, tokenVariable } from './configuration';

const fileName = '.gitignore';
const line = `${configurationFolder}/`;
/** The contents of the folder that lines may cover in place of the folder itself. */
const contents = [configurationFile, 'conversations/'];
const maximumBytes = 1024 * 1024;

/** A `.gitignore` of a repository. */
interface IgnoreFile {
  readonly path: string;
  /** Empty where git can't read it either. */
  readonly text: string;
  /** Why nothing may be written to it, to be put into a sentence. */
  readonly problem?: string;
}

/**
 * Adds `.wds/` to the nearest `.gitignore` of the repository that a folder is in, unless a line of one
 * covers it already. Outside a repository it does nothing.
 * @param directory the folder that `.wds` is in, without links in its path
 * @returns what the person should know: what was changed, or why it couldn't be
 * @see https://git-scm.com/docs/gitignore
 */
export async function keepOutOfGit(directory: string): Promise<readonly string[]> {
  const folders = await foldersOfRepository(directory);
  if (folders === undefined) return [];
  const files = (await Promise.all(folders.map(findIgnoreFile))).filter(
    (file) => file !== undefined,
  );
  if (isCovered(directory, folders, files)) return [];
  const nearest = files[0] ?? { path: join(directory, fileName), text: '' };
  const problem = nearest.problem ?? (await addLine(nearest));
  return [
    problem === undefined
      ? `Added ${line} to ${nearest.path}, so that git leaves your token alone.`
      : `${nearest.path} wasn’t changed: ${problem}. Add the line ${line} to keep your token out of git.`,
  ];
}

/** From the folder up to the top of its repository; undefined outside one. */
async function foldersOfRepository(directory: string): Promise<readonly string[] | undefined> {
  const folders: string[] = [];
  for (let folder = directory; ; folder = dirname(folder)) {
    folders.push(folder);
    // In a submodule or another work tree it is a file.
    const isTop = await lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isTop) return folders;
    if (dirname(folder) === folder) return undefined;
  }
}

async function findIgnoreFile(folder: string): Promise<IgnoreFile | undefined> {
  const path = join(folder, fileName);
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const entry = await file.stat();
      if (!entry.isFile()) return { path, text: '', problem: 'it isn’t a file' };
      if (entry.size > maximumBytes) return { path, text: '', problem: 'it is too large' };
      const text = await file.readFile('utf8');
      const problem = text.includes('\0') ? 'it isn’t UTF-8 text' : problemOfOwner(entry.uid);
      return { path, text, ...(problem !== undefined && { problem }) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    return { path, text: '', problem: describeSystemError(error) };
  }
}

function problemOfOwner(ownerId: number): string | undefined {
  const ownId = process.getuid?.();
  return ownId === undefined || ownerId === ownId
    ? undefined
    : 'it belongs to another user of this machine';
}

/** Whether git ignores `.wds`, a folder that it is in, or all that it holds. */
function isCovered(
  directory: string,
  folders: readonly string[],
  files: readonly IgnoreFile[],
): boolean {
  const rules = files.map(({ path, text }) => ({
    folder: dirname(path),
    matcher: ignore({ ignoreCase: false }).add(text.replace(/^\uFEFF/, '')),
  }));
  const isIgnored = (path: string): boolean => {
    const verdicts = rules
      .map(({ folder, matcher }) => ({ matcher, below: relative(folder, path) }))
      .filter(({ below }) => below !== '' && !below.startsWith('..'))
      .map(({ matcher, below }) => verdictOn(matcher, below, path.endsWith(sep)));
    // The nearest file that says something of it decides.
    return verdicts.find((verdict) => verdict !== undefined) ?? false;
  };
  const folder = join(directory, configurationFolder);
  const above = [folder, ...folders.slice(0, -1)].map((path) => join(path, sep));
  return above.some(isIgnored) || contents.every((name) => isIgnored(join(folder, name)));
}

/** Whether the lines of a file ignore a path or take it back; undefined if they say nothing of the path itself. */
function verdictOn(
  matcher: ReturnType<typeof ignore>,
  path: string,
  isFolder: boolean,
): boolean | undefined {
  const inSlashes = path.split(sep).join('/');
  const { ignored, unignored } = matcher.test(isFolder ? `${inSlashes}/` : inSlashes);
  if (unignored) return false;
  const parent = dirname(inSlashes);
  const isDueToParent = parent !== '.' && matcher.test(`${parent}/`).ignored;
  return ignored && !isDueToParent ? true : undefined;
}

const appendOrCreate =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** @returns why it couldn't be added, to be put into a sentence */
async function addLine({ path, text }: IgnoreFile): Promise<string | undefined> {
  const lineEnd = /\r\n[^\n]*$/.test(text) ? '\r\n' : '\n';
  const begin = text === '' || text.endsWith('\n') ? '' : lineEnd;
  try {
    const file = await open(path, appendOrCreate);
    try {
      await file.writeFile(`${begin}${line}${lineEnd}`);
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    return describeSystemError(error);
  }
}

/**
 * Finds out whether git tracks the configuration, which no `.gitignore` keeps it from.
 * @returns what to do; undefined if git doesn't track it, or isn't installed
 */
export async function describeTracked(directory: string): Promise<string | undefined> {
  if ((await foldersOfRepository(directory)) === undefined) return undefined;
  const path = join(directory, configurationFolder, configurationFile);
  // The monitor is a program that the repository names.
  const words = ['-c', 'core.fsmonitor=false', '-C', directory];
  try {
    await promisify(execFile)('git', [...words, 'ls-files', '--error-unmatch', '--', path], {
      env: { ...process.env, [tokenVariable]: undefined },
      timeout: gitTimeoutMs,
    });
  } catch {
    return undefined;
  }
  return `git tracks ${path}, so your token could be committed with it. Run git rm --cached --force ${shellWord(path)}, then commit. If it was committed with a token in it, revoke that token.`;
}

const gitTimeoutMs = 10_000;
