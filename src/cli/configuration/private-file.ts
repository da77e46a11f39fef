import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure, systemCode } from '../failure';

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
  throw new CommandFailure(
    'project',
    `${path} is a link or not a regular file, so nothing was written there. Remove it, then try again.`,
  );
}
