import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { CommandFailure, describeSystemError, systemCode, projectFailure } from '../failure';
import {
  configurationFile,
  configurationFolder,
  configurationSchema,
  productionConfiguration,
} from './configuration';
import type { Configuration } from './configuration';
import { describeTracked, keepOutOfGit } from './gitignore';

const maximumConfigurationBytes = 64 * 1024;

/** The configuration as it was found, and where it is kept. */
interface LoadedConfiguration {
  readonly configuration: Configuration;
  /** The folder that `.wds` is in, or would be. */
  readonly directory: string;
  /** What the person should know: access rights that were narrowed, a file that was changed or couldn't be. */
  readonly notices: readonly string[];
}

/**
 * Reads the configuration of the nearest `.wds`, from the working directory upwards; where there
 * is none, the production addresses.
 * @throws {CommandFailure} `project` for one that is damaged, a link, or someone else's
 */
export async function loadConfiguration(workingDirectory: string): Promise<LoadedConfiguration> {
  const start = await realpath(workingDirectory);
  return (await findNearest(start)) ?? productionIn(start);
}

/**
 * As `loadConfiguration`; where there is none, creates one in the working directory. Where that can't be
 * done, a notice says so.
 * @throws {CommandFailure} `project`
 */
export async function loadOrCreateConfiguration(
  workingDirectory: string,
): Promise<LoadedConfiguration> {
  const start = await realpath(workingDirectory);
  const found = await findNearest(start);
  if (found !== undefined) return withTracking(found);
  try {
    const notices = await saveConfiguration(start, productionConfiguration);
    return { ...productionIn(start), notices };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const notice = `${error.message} Until a configuration can be saved, wds uses the production addresses.`;
    return { ...productionIn(start), notices: [notice] };
  }
}

async function withTracking(found: LoadedConfiguration): Promise<LoadedConfiguration> {
  if (found.configuration.token === '') return found;
  const tracked = await describeTracked(found.directory);
  return tracked === undefined ? found : { ...found, notices: [...found.notices, tracked] };
}

async function findNearest(start: string): Promise<LoadedConfiguration | undefined> {
  for (const directory of ancestorsOf(start)) {
    const found = await findConfiguration(directory);
    if (found !== undefined) return { ...found, directory };
  }
  return undefined;
}

function productionIn(directory: string): LoadedConfiguration {
  return { configuration: productionConfiguration, directory, notices: [] };
}

/**
 * Writes the configuration as a whole, or leaves it as it was, and keeps it out of git.
 * @returns what the person should know of git
 * @throws {CommandFailure} `project` if it can't be written
 */
export async function saveConfiguration(
  directory: string,
  value: Configuration,
): Promise<readonly string[]> {
  const folder = join(directory, configurationFolder);
  try {
    await makeFolder(folder);
    await writePrivateFile(
      join(folder, '.gitignore'),
      '# This folder holds your token. Don’t commit it.\n*\n',
    );
    await writePrivateFile(join(folder, configurationFile), `${JSON.stringify(value, null, 2)}\n`);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw projectFailure(
      `${join(folder, configurationFile)} can’t be written: ${describeSystemError(error)}.`,
      error,
    );
  }
  const tracked = await describeTracked(directory);
  return [...(await keepOutOfGit(directory)), ...(tracked === undefined ? [] : [tracked])];
}

function ancestorsOf(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...ancestorsOf(parent)];
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  await assertOwnFolder(folder);
}

/** A link could lead anywhere, and others can replace what they own. */
async function assertOwnFolder(folder: string): Promise<void> {
  const entry = await lstat(folder);
  if (!entry.isDirectory()) {
    throw projectFailure(
      `${folder} isn’t a folder${entry.isSymbolicLink() ? ' but a link' : ''}. Remove it, then try again.`,
    );
  }
  assertOwn(entry.uid, folder);
}

function assertOwn(ownerId: number, path: string): void {
  const ownId = process.getuid?.();
  if (ownId === undefined || ownerId === ownId) return;
  throw projectFailure(
    `${path} belongs to another user of this machine, so it isn’t used. Work in a folder of your own.`,
  );
}

type FoundConfiguration = Pick<LoadedConfiguration, 'configuration' | 'notices'>;

async function findConfiguration(directory: string): Promise<FoundConfiguration | undefined> {
  const folder = join(directory, configurationFolder);
  const path = join(folder, configurationFile);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return undefined;
    throw unreadable(path, describeSystemError(error), error);
  }
  try {
    await assertOwnFolder(folder);
    return await readConfiguration(file, path);
  } finally {
    await file.close();
  }
}

async function readConfiguration(file: FileHandle, path: string): Promise<FoundConfiguration> {
  const { uid, mode, size } = await file.stat().then((found) => {
    if (!found.isFile()) throw unreadable(path, 'it isn’t a file');
    return found;
  });
  assertOwn(uid, path);
  if (size > maximumConfigurationBytes) throw unreadable(path, 'it is too large');
  const configuration = parseConfiguration(await file.readFile('utf8'), path);
  const isOpenToOthers = process.platform !== 'win32' && (mode & 0o077) !== 0;
  if (!isOpenToOthers) return { configuration, notices: [] };
  await file.chmod(0o600);
  const advice =
    configuration.token === ''
      ? ''
      : ' If someone else might have read it, revoke the token in it.';
  return {
    configuration,
    notices: [`Other users of this machine could read ${path}. Now only you can.${advice}`],
  };
}

function parseConfiguration(text: string, path: string): Configuration {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The error of the parser would repeat a piece of the file, which may be the token.
    throw unreadable(path, 'it isn’t valid JSON');
  }
  const result = configurationSchema.safeParse(content);
  if (result.success) return { ...result.data, token: result.data.token.trim() };
  const places = result.error.issues.map((issue) => issue.path.join('.'));
  if (places.includes('')) throw unreadable(path, 'it isn’t a JSON object');
  throw unreadable(path, `these fields are missing or wrong: ${[...new Set(places)].join(', ')}`);
}

function unreadable(path: string, reason: string, cause?: unknown): CommandFailure {
  return projectFailure(
    `${path} can’t be read: ${reason}. Correct it, or remove it to start with a new one.`,
    cause,
  );
}

/**
 * Writes a file that only its owner may read: as a whole or not at all, whatever happens meanwhile.
 * @throws {CommandFailure} `project` if a link stands in its place
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await assertNoLink(path);
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, writeNewOnly, 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const writeNewOnly =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

async function assertNoLink(path: string): Promise<void> {
  try {
    const entry = await lstat(path);
    if (entry.isFile()) return;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  throw projectFailure(
    `${path} is a link or not a regular file, so nothing was written there. Remove it, then try again.`,
  );
}
