import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { FileStore } from '../base/files/file-store';

/** A file of the bundle, ready to be read once. */
export interface BundleFile {
  /** Below the root, with slashes: `assets/app.js`. */
  readonly path: string;
  readonly size: number;
  open(): Promise<Readable>;
}

/** The archive can't be served; the message is for the developer. */
export class BundleRefused extends Error {
  override readonly name = 'BundleRefused';
}

const maximumFiles = 5_000;
const maximumUnpackedBytes = 500 * 1024 * 1024;
/** How much larger files may be than the archive that holds them. */
const maximumRatio = 200;
const maximumPathBytes = 500;

/**
 * Looks through a ZIP archive before anything is unpacked.
 * @returns how many bytes its files have once unpacked
 * @throws {BundleRefused} for an archive that can't be read, that has no `index.html` at its root, or that
 *   holds more, or other things, than an archive of a website does
 */
export async function measureBundle(archive: StoredArchive): Promise<number> {
  try {
    const check = createCheck(archive.size);
    for await (const entry of (await openArchive(archive)).eachEntry()) check.look(entry);
    return check.end();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** A disk makes several small files durable in little more time than one. */
const filesAtOnce = 8;

/**
 * Hands over the files of a ZIP archive that was measured, in their order, up to 8 of them at once. None is
 * still being kept once this has ended, in whatever way.
 * @throws {BundleRefused} for an archive that is damaged
 */
export async function unpackBundle(
  archive: StoredArchive,
  keep: (file: BundleFile) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  try {
    const zip = await openArchive(archive);
    for await (const entry of zip.eachEntry()) {
      if (isFolder(entry)) continue;
      const open = async () => intact(entry, await zip.openReadStreamPromise(entry));
      const kept = keep({ path: entry.fileName, size: entry.uncompressedSize, open });
      underWay.add(kept);
      void kept.then(
        () => underWay.delete(kept),
        () => undefined,
      );
      if (underWay.size === filesAtOnce) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** The bytes of a file, which end with an error if they aren't those that were packed. */
function intact(entry: Entry, unpacked: AsyncIterable<Buffer>): Readable {
  async function* check() {
    let sum = 0;
    for await (const chunk of unpacked) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) {
      throw new BundleRefused(`"${shownPath(entry)}" is damaged. Pack the archive again.`);
    }
  }
  return Readable.from(check(), { objectMode: false });
}

/** An archive that was uploaded. */
interface StoredArchive {
  readonly files: FileStore;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** It reads parts of the kept file, wherever that is kept. */
function openArchive({ files, key, size }: StoredArchive): Promise<ZipFile> {
  const options = { lazyEntries: true, strictFileNames: true };
  return fromRandomAccessReaderPromise(new StoredReader(files, key), size, options);
}

class StoredReader extends RandomAccessReader {
  constructor(
    private readonly files: FileStore,
    private readonly key: string,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.files.read(this.key, { start, end });
  }
}

/** What a disk gives a file at least, and gives it in whole. */
const blockBytes = 4096;

function createCheck(archiveBytes: number) {
  const seen = new Set<string>();
  let unpackedBytes = 0;
  let blocks = 0;
  return {
    look(entry: Entry) {
      const path = entry.fileName;
      requirePlain(entry);
      const folded = path.normalize('NFC').toLowerCase();
      if (seen.has(folded)) {
        throw new BundleRefused(`The archive contains "${shownPath(entry)}" twice.`);
      }
      seen.add(folded);
      if (seen.size > maximumFiles) {
        throw new BundleRefused(`The archive contains more than ${maximumFiles} files.`);
      }
      unpackedBytes += entry.uncompressedSize;
      blocks += Math.ceil(Math.max(entry.uncompressedSize, 1) / blockBytes);
      if (unpackedBytes > Math.min(maximumUnpackedBytes, archiveBytes * maximumRatio)) {
        throw new BundleRefused('The files of the archive are too large once unpacked.');
      }
    },
    end() {
      if (!seen.has('index.html')) {
        throw new BundleRefused('The archive has no index.html at its root.');
      }
      return blocks * blockBytes;
    },
  };
}

function shownPath({ fileName }: Entry): string {
  return fileName.slice(0, 100);
}

function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/');
}

/** yauzl itself refuses absolute paths, backslashes and `..`. */
function requirePlain(entry: Entry): void {
  const path = entry.fileName;
  const shown = shownPath(entry);
  // The upper half holds the file's mode where the archive was made on Unix.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    throw new BundleRefused(`"${shown}" is a link or a device. Pack files and folders only.`);
  }
  if (Buffer.byteLength(path) > maximumPathBytes || /\p{Control}|\p{Surrogate}/u.test(path)) {
    throw new BundleRefused(`The path "${shown}" can’t be used.`);
  }
  if (entry.isEncrypted()) throw new BundleRefused(`"${shown}" is encrypted.`);
}

/** yauzl's and zlib's errors tell of the archive; those of the file store are passed on. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BundleRefused) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  if (code !== undefined && !code.startsWith('Z_')) return error;
  return new BundleRefused(`The archive can’t be read: ${error.message}.`, { cause: error });
}
