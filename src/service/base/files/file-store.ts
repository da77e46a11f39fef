import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maximumFileBytes } from '../../../api/content';
import { assertRoom, hasRoom } from '../database/full-disk';

/** Which bytes of a file: from the first to before the last. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps files: what people upload as values of objects, and the bundles of apps. Keys are chosen
 * by the service: words of lower-case letters, digits, `-` and `_`, joined by slashes.
 */
export interface FileStore {
  /**
   * Streams a file to its end and keeps it under the key, in place of an earlier one; keeps
   * nothing if that fails.
   * @returns how many bytes it has
   * @throws {FileTooLarge}
   * @throws {DiskFull} before it reads anything
   * @throws {FileCutOff} if the source ends before its end
   */
  put(key: string, source: Readable, maximumBytes: number): Promise<number>;
  /** Whether its disk has room for changes. */
  hasRoom(): Promise<boolean>;
  /** The size of a file in bytes; undefined if there is none. */
  findSize(key: string): Promise<number | undefined>;
  /** The bytes of a file that is there, all of them without a range. */
  read(key: string, range?: ByteRange): Readable;
  /** Removes a file, and all files whose keys begin with the key and a slash. */
  remove(key: string): Promise<void>;
}

const minimumArrivalLimitMs = 60_000;
/** A slow line: 16 kB a second. */
const bytesPerMs = 16;

/** How long the body of a request may take to arrive, by its size as far as that is known. */
export function arrivalLimitMs(bytes: number): number {
  return minimumArrivalLimitMs + Math.min(bytes, maximumFileBytes) / bytesPerMs;
}

/** More arrived than may be kept. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';

  constructor(readonly maximumBytes: number) {
    super(`The file has more than ${maximumBytes} bytes.`);
  }
}

/** The file stopped coming in the middle. */
export class FileCutOff extends Error {
  override readonly name = 'FileCutOff';
}

interface OpenFiles {
  readonly files: FileStore;
  /** Removes what `memory` kept. */
  close(): Promise<void>;
}

/** @param dataDirectory `memory` keeps the files until they are closed */
export async function openDiskFiles(dataDirectory: string): Promise<OpenFiles> {
  const isKept = dataDirectory !== 'memory';
  const directory = isKept
    ? join(dataDirectory, 'files')
    : await mkdtemp(join(tmpdir(), 'wds-files-'));
  await mkdir(join(directory, incoming), { recursive: true, mode: 0o700 });
  await removeAbandoned(join(directory, incoming));
  return {
    files: filesIn(directory),
    close: async () => {
      if (!isKept) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What has not arrived whole yet stands apart, on the same disk. */
const incoming = '.incoming';
/** Longer than anything takes to arrive. */
const abandonedMs = 24 * 60 * 60_000;

/** What arrived when a process was ended: nobody else knows of it. Other processes may have parts there too. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const part = await stat(path).catch(undefinedWhereAbsent);
    if (part !== undefined && Date.now() - part.mtimeMs > abandonedMs)
      await rm(path, { force: true });
  }
}

const keyForm = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;

function filesIn(directory: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyForm.test(key)) throw new Error(`"${key}" isn't a key of the file store.`);
    return join(directory, key);
  };
  return {
    put: async (key, source, maximumBytes) => {
      const path = pathOf(key);
      await assertRoom(directory);
      const part = join(directory, incoming, randomUUID());
      try {
        const byteCount = await writeDurably(part, source, maximumBytes);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(part, path);
        return byteCount;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    hasRoom: () => hasRoom(directory),
    findSize: async (key) => {
      const found = await stat(pathOf(key)).catch(undefinedWhereAbsent);
      return found?.isFile() === true ? found.size : undefined;
    },
    read: (key, range) =>
      createReadStream(pathOf(key), range && { start: range.start, end: range.end - 1 }),
    remove: (key) => rm(pathOf(key), { recursive: true, force: true }),
  };
}

async function writeDurably(path: string, source: Readable, maximumBytes: number): Promise<number> {
  let byteCount = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteCount += chunk.length;
      if (byteCount > maximumBytes) done(new FileTooLarge(maximumBytes));
      else done(null, chunk);
    },
  });
  const file = await open(path, 'wx', 0o600);
  await pipeline(source, counted, file.createWriteStream({ flush: true })).catch(
    (error: unknown) => {
      if (!isCutOff(error)) throw error;
      throw new FileCutOff('The file stopped coming in the middle.', { cause: error });
    },
  );
  return byteCount;
}

/** Of streams and connections; the disk has others. */
const cutOffCodes: readonly unknown[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && cutOffCodes.includes(error.code);
}

function undefinedWhereAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
