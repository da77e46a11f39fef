import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { findOwnerProblem } from '../base/database/folder-owner';

/** The message says what to do. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/** The directory can't be made or written to, or is another user's; the message says what to do. */
export class UnusableDirectory extends Error {
  override readonly name = 'UnusableDirectory';
}

/**
 * Takes a data directory for this process: two would overwrite each other's state, and the embedded
 * database takes only one. Whoever has it listens at a socket in it. The system knows whether
 * someone still does, also in another container, whatever became of the process.
 * @returns what gives it back
 * @throws {DirectoryInUse} while another process has it, or if that can't be ruled out
 * @throws {UnusableDirectory}
 */
export async function takeDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    await prepareDirectory(directory);
    const machine = await markOfMachine();
    const name = `in-use-${machine}-${randomBytes(4).toString('hex')}`;
    const path = join(directory, name);
    const giveBack = await listenAt(directory, name);
    try {
      await refuseOthers(directory, path, machine);
      return giveBack;
    } catch (error) {
      await giveBack();
      throw error;
    }
  } catch (error) {
    throw explain(directory, error);
  }
}

/**
 * Makes a data directory where it's missing, and makes sure that what this process writes there can be
 * opened by whoever has it.
 * @throws {UnusableDirectory}
 */
export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
  } catch (error) {
    throw explain(directory, error);
  }
  const problem = await findOwnerProblem(directory, ['database', 'files']);
  if (problem !== undefined) throw new UnusableDirectory(problem);
}

/** Not with Node's `recursive`, which never ends where no directory can be made, as in `/proc`. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    const parent = dirname(directory);
    if (code === 'EEXIST' && (await stat(directory)).isDirectory()) return;
    if (code !== 'ENOENT' || (await isThere(parent))) throw error;
    await makeDirectory(parent);
    await makeDirectory(directory);
  }
}

/** Others find the socket only once somebody listens, so what nobody listens at is left over. */
async function listenAt(directory: string, name: string): Promise<() => Promise<void>> {
  const [path, draft] = [join(directory, name), join(directory, `.${name}`)];
  if (Buffer.byteLength(draft) > maximumSocketPath) {
    throw new UnusableDirectory(
      `${directory} has a path that is too long. Choose one of at most 75 characters: DATA_DIR=<directory>.`,
    );
  }
  const server = createServer((socket) => socket.destroy());
  server.listen(draft);
  await once(server, 'listening');
  server.unref();
  await rename(draft, path);
  return () => giveUp(server, path);
}

/** In bytes, on every system. Longer ones would be cut without a word. */
const maximumSocketPath = 103;

async function giveUp(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Comes after listening: of two that start at the same time, at least one finds the other. */
async function refuseOthers(directory: string, own: string, machine: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const [, itsMachine] = socketName.exec(name) ?? [];
    if (itsMachine === undefined || path === own) continue;
    if (await isListenedAt(path)) {
      throw new DirectoryInUse(
        `${directory} is in use by another process. Stop that process, or give this one another ` +
          'directory: DATA_DIR=<directory>.',
      );
    }
    if (itsMachine !== machine) {
      throw new DirectoryInUse(
        `${directory} is still locked from before this machine restarted, or another machine uses ` +
          `it. If no other machine does, delete ${path} and start again.`,
      );
    }
    await rm(path, { force: true });
  }
}

const socketName = /^in-use-([0-9a-f]{6})-[0-9a-f]{8}$/;

/** Of what can't be asked, such as another user's socket, it can't be ruled out. */
async function isListenedAt(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '');
  } finally {
    socket.destroy();
  }
}

/** Containers on one machine share it: only they can reach each other's sockets. */
async function markOfMachine(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  return createHash('sha256').update(boot).digest('hex').slice(0, 6);
}

const reasons: Partial<Record<string, string>> = {
  EACCES: "can't be written to",
  EPERM: "can't be written to",
  EROFS: 'is read-only',
  ENOENT: "can't be created",
  ENOTDIR: "can't be created, because a file is in its place or above it",
  EEXIST: 'is a file',
  ENAMETOOLONG: 'has a path that is too long',
  ENOSPC: 'is on a disk that is full',
};

function explain(directory: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === undefined) return cause;
  const reason = reasons[code] ?? `can't be used (${code})`;
  const message = `${directory} ${reason}. Choose a directory that you can write to: DATA_DIR=<directory>.`;
  return new UnusableDirectory(message, { cause });
}

function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode ? String(error.code) : undefined;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
