import { constants } from 'node:fs';
import { access, mkdtemp, readFile, readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Root opens the files of everyone. */
const root = 0;

/**
 * Finds out why this process should leave a data folder alone: the folder, or one of its parts, belongs
 * to another user, who couldn't open what this process writes there, or can't be written to.
 * @param parts the names of the folders in it that the service writes to
 * @returns what to say, with what to do; undefined where nothing is against it, where the folder is
 *   missing, and on systems without user ids
 */
export async function findOwnerProblem(
  folder: string,
  parts: readonly string[],
): Promise<string | undefined> {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  for (const path of [folder, ...parts.map((part) => join(folder, part))]) {
    const owner = await findOwner(path);
    if (owner === undefined || owner === own) continue;
    if (owner !== root && !(await givesAway(path, owner))) {
      return describeOther(folder, path, await nameUser(owner));
    }
    if (!(await isOpen(path))) {
      return path === folder ? describeRoots(folder) : describeClosed(folder, path);
    }
  }
  return undefined;
}

/**
 * Finds what another user owns in a folder that this process has to itself, or keeps from it: what a
 * command left there that ran as that user.
 * @returns what to say, with what to do; undefined where there is nothing
 */
export async function findClosedEntry(folder: string): Promise<string | undefined> {
  const owner = await findOwner(folder);
  for (const name of ['.', ...(await readdir(folder, { recursive: true }).catch(() => []))]) {
    const path = join(folder, name);
    const isTheirs = (await findOwner(path)) === owner;
    if (!isTheirs || !(await isOpen(path))) return describeClosed(folder, path);
  }
  return undefined;
}

async function findOwner(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );
}

/** Some network file systems give everything that is written to the owner of the folder. */
async function givesAway(folder: string, owner: number): Promise<boolean> {
  const trial = await mkdtemp(join(folder, '.owner-')).catch(() => undefined);
  if (trial === undefined) return false;
  const isTheirs = (await findOwner(trial)) === owner;
  await rmdir(trial);
  return isTheirs;
}

async function isOpen(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

async function describeOther(folder: string, path: string, owner: string): Promise<string> {
  const own = await nameUser(process.getuid?.());
  return `${path} belongs to ${owner}, and this runs as ${own}: ${owner} couldn't open the files that it makes there. Nothing was changed. Run it as ${owner}, with the settings of the service: sudo -u ${owner} env DATA_DIR=${folder} ...`;
}

async function describeRoots(folder: string): Promise<string> {
  const own = await nameUser(process.getuid?.());
  return `${folder} can't be written to by ${own}: it belongs to root. Run it as root, or choose a directory that you can write to: DATA_DIR=<directory>.`;
}

/** Returns what to say of an entry of a folder that this process can't use: another user owns it, or its permissions are too strict. */
export async function describeClosed(folder: string, path: string): Promise<string> {
  const own = await nameUser(process.getuid?.());
  const owner = await nameUser(await findOwner(path));
  if (owner === own) {
    return `${path} can't be used by ${own}, who owns it: its permissions keep everyone out. Its data is still there. Allow it again: chmod -R u+rwX ${folder}`;
  }
  return `${path} can't be used by ${own}: it belongs to ${owner}. Its data is still there. A command has probably run as ${owner}. If the service runs as ${own}, give the files back: sudo chown -R ${own} ${folder}`;
}

/** Returns a name that `sudo -u` understands. */
async function nameUser(id: number | undefined): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const lines = users.split('\n').map((line) => line.split(':'));
  return lines.find(([, , userId]) => userId === String(id))?.[0] ?? `'#${id}'`;
}
