import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The message says what to do. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Takes a data directory for this process: two would overwrite each other's state, and the embedded
 * database takes only one.
 * @returns what gives it back
 * @throws {DirectoryInUse} while a process that took it is running
 */
export async function takeDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'in-use-by');
  await mkdir(directory, { recursive: true });
  const owner = await findOwner(path);
  if (owner !== undefined) {
    throw new DirectoryInUse(
      `${directory} is in use by the process ${owner}. End that one, or give this one another ` +
        `directory: DATA_DIR=.sandbox-2. If ${owner} is no sandbox, delete ${path}.`,
    );
  }
  await writeFile(path, String(process.pid));
  return () => rm(path, { force: true });
}

/** The running process that took the directory; undefined where there is none, or it is this one. */
async function findOwner(path: string): Promise<number | undefined> {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''));
  return owner > 0 && owner !== process.pid && isRunning(owner) ? owner : undefined;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another person's process is running too, though it may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
