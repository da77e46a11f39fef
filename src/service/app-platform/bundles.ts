import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { foldBundlePath } from '../../api/app-platform';
import type { FinalizedBundle } from '../../api/app-platform';
import type { Queryable } from '../base/database/database';
import { askAs, Turns } from '../base/database/turns';
import type { FileStore } from '../base/files/file-store';
import { Refusal, notFound } from '../base/refusals/refusal';
import { getVersion } from './apps';
import { isFree, keepUntil, makeRoom, removeFiles, reserveRoom } from './bundle-uploads';
import type { BundleDependencies, OwnedVersion, RemovedBuild, VersionId } from './bundle-uploads';

/** How many builds of an app are kept beside the promoted one. */
const keptBuilds = 20;

/**
 * Looks into the uploaded archive and serves it from now on, if it can be served. Says the same
 * again where it was done before.
 * @throws Refusal 404 for a version that isn't the caller's, 400 if nothing was uploaded or the developer has
 *   no room for the files
 * @throws DatabaseBusy where other bundles took too long
 */
export async function finalizeBundle(
  dependencies: BundleDependencies,
  ownerId: string,
  { appId, versionId }: VersionId,
): Promise<FinalizedBundle> {
  const { database } = dependencies;
  await getVersion(database, ownerId, { appId, versionId });
  const { status } = await getUploaded(database, versionId);
  if (status === 'PENDING') {
    const version = { id: versionId, ownerId };
    // Waiting here must not count as waiting for the database.
    const unpackNow = () => askAs(ownerId, () => unpack(dependencies, version));
    await askAs(ownerId, () => unpacking.take(unpackNow, maximumUnpackingWaitMs));
  }
  const finalized = showBundle(dependencies, await getUploaded(database, versionId));
  await removeOldBuilds(dependencies, appId);
  return finalized;
}

/** One bundle at a time in this process: each takes memory and a whole processor. */
const unpacking = new Turns();
const maximumUnpackingWaitMs = 30_000;

interface UploadedBundle {
  versionId: string;
  archiveKey: string;
  status: FinalizedBundle['bundleStatus'];
  problem: string | null;
}

async function getUploaded(database: Queryable, versionId: string): Promise<UploadedBundle> {
  const [bundle] = await database.query<UploadedBundle>(
    `select id as "versionId", archive_key as "archiveKey", bundle_status as status,
       bundle_problem as problem
     from app_version where id = $1 and uploaded_at is not null`,
    [versionId],
  );
  if (bundle !== undefined) return bundle;
  throw new Refusal(400, 'This version has no bundle yet. Upload it first, then finalize.');
}

/**
 * Of several attempts at once, in several processes, the first that ends counts; each unpacks into a place of
 * its own.
 */
async function unpack(dependencies: BundleDependencies, version: OwnedVersion): Promise<void> {
  const { database, files } = dependencies;
  // Another attempt may have done it while this one waited.
  const { status, archiveKey } = await getUploaded(database, version.id);
  if (status !== 'PENDING') return;
  await database.query('update app_version set upload_until = $2 where id = $1', [
    version.id,
    keepUntil(dependencies.clock()),
  ]);
  const filesKey = `bundles/${version.id}-${randomBytes(8).toString('hex')}`;
  const size = await files.findSize(archiveKey);
  const problem =
    size === undefined
      ? 'The uploaded archive is gone. Deploy again.'
      : await unpackInto(dependencies, version, { files, key: archiveKey, size }, filesKey);
  const isReady = problem === null;
  const taken = await database.query(
    `update app_version set bundle_status = $2, bundle_problem = $3, files_key = $4, upload_until = null,
       stored_bytes = coalesce($5, stored_bytes)
     where id = $1 and bundle_status = 'PENDING' returning id`,
    [
      version.id,
      isReady ? 'READY' : 'FAILED',
      problem,
      isReady ? filesKey : null,
      isReady ? null : (size ?? 0),
    ],
  );
  if (taken.length === 0) await files.remove(filesKey);
}

/** @returns why it can't be served; null if it can */
async function unpackInto(
  dependencies: BundleDependencies,
  version: OwnedVersion,
  archive: Parameters<typeof unpackBundle>[0],
  filesKey: string,
): Promise<string | null> {
  const { database, files } = dependencies;
  try {
    const unpackedBytes = await measureBundle(archive);
    await reserveRoom(dependencies, version, archive.size + unpackedBytes);
    await removeFiles(files, await makeRoom(database, dependencies, version.ownerId));
    await unpackBundle(archive, async (file) => {
      await files.put(fileKey(filesKey, foldBundlePath(file.path)), await file.open(), file.size);
    });
    return null;
  } catch (error) {
    await files.remove(filesKey);
    if (error instanceof BundleProblem) return error.message;
    if (error instanceof Refusal) {
      // Without room it isn't unpacked soon: it makes room for others.
      await database.query('update app_version set upload_until = null where id = $1', [
        version.id,
      ]);
    }
    throw error;
  }
}

function showBundle(
  { serveUrlOf }: BundleDependencies,
  { versionId, archiveKey, status, problem }: UploadedBundle,
): FinalizedBundle {
  return {
    bundleLocation: archiveKey,
    bundleStatus: status,
    serveUrl: status === 'READY' ? serveUrlOf(versionId) : null,
    ...(problem !== null && { problem }),
  };
}

/**
 * Keeps the latest builds that can be served, as many of those that can't, and the promoted one, and what
 * arrives or is unpacked: the rest does not fill the disk.
 */
export async function removeOldBuilds(
  { database, files, clock }: Pick<BundleDependencies, 'database' | 'files' | 'clock'>,
  appId: string,
): Promise<void> {
  const removed = await database.query<RemovedBuild>(
    `delete from app_version where id in (
       select id from (
         select app_version.id, app_version.id = app.promoted_version_id as is_promoted,
           ${isFree} as is_free,
           row_number() over (
             partition by bundle_status = 'READY' order by build_number desc
           ) as place
         from app_version join app on app.id = app_version.app_id
         where app.id = $1
       ) as build
       where place > $2 and is_promoted is not true and is_free
     ) returning files_key as "filesKey", archive_key as "archiveKey"`,
    [appId, keptBuilds, clock()],
  );
  await removeFiles(files, removed);
}

/**
 * A file of a bundle that is served, by the rule that its archive was checked with.
 * @param path below the root of the bundle
 * @throws Refusal 404 for what isn't there
 */
export async function getServedFile(
  { database, files }: Pick<BundleDependencies, 'database' | 'files'>,
  versionId: string,
  path: string,
) {
  const [version] = await database.queryPrepared<{ filesKey: string | null }>(
    'select files_key as "filesKey" from app_version where id = $1',
    [versionId],
  );
  if (!version?.filesKey) throw notFound('file');
  // Bundles from before paths were folded have their files under the paths themselves.
  for (const kept of new Set([foldBundlePath(path), path])) {
    const key = fileKey(version.filesKey, kept);
    const size = await files.findSize(key);
    if (size !== undefined) return { size, read: () => files.read(key) };
  }
  throw notFound('file');
}

/** A path in an archive can have any letters; the key of a file can't. */
function fileKey(filesKey: string, path: string): string {
  return `${filesKey}/${createHash('sha256').update(path).digest('hex')}`;
}

interface BundleFile {
  /** Below the root, with slashes: `assets/app.js`. */
  readonly path: string;
  readonly size: number;
  open(): Promise<Readable>;
}

/** The archive can't be served; the message is for the developer. */
class BundleProblem extends Error {
  override readonly name = 'BundleProblem';
}

const maximumFiles = 5_000;
const maximumUnpackedBytes = 500 * 1024 * 1024;
/** How much larger files may be than the archive that holds them. */
const maximumRatio = 200;
const maximumPathBytes = 500;

/**
 * Looks through a ZIP archive before anything is unpacked.
 * @returns how many bytes its files have once unpacked
 * @throws {BundleProblem} for an archive that can't be read, that has no `index.html` at its root, or that
 *   holds more, or other things, than an archive of a website does
 */
async function measureBundle(archive: StoredArchive): Promise<number> {
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
 * @throws {BundleProblem} for an archive that is damaged
 */
async function unpackBundle(
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
      throw new BundleProblem(`"${shownPath(entry)}" is damaged. Pack the archive again.`);
    }
  }
  return Readable.from(check(), { objectMode: false });
}

interface StoredArchive {
  readonly files: FileStore;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** Lets yauzl read parts of a file, wherever the file store keeps it. */
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

/** A disk gives each file whole blocks of this size. */
const blockBytes = 4096;

function createCheck(archiveBytes: number) {
  const seen = new Set<string>();
  let unpackedBytes = 0;
  let blocks = 0;
  return {
    look(entry: Entry) {
      const path = entry.fileName;
      requirePlain(entry);
      const folded = foldBundlePath(path);
      if (seen.has(folded)) {
        throw new BundleProblem(`The archive contains "${shownPath(entry)}" twice.`);
      }
      seen.add(folded);
      if (seen.size > maximumFiles) {
        throw new BundleProblem(`The archive contains more than ${maximumFiles} files.`);
      }
      unpackedBytes += entry.uncompressedSize;
      blocks += Math.ceil(Math.max(entry.uncompressedSize, 1) / blockBytes);
      if (unpackedBytes > Math.min(maximumUnpackedBytes, archiveBytes * maximumRatio)) {
        throw new BundleProblem('The files of the archive are too large once unpacked.');
      }
    },
    end() {
      if (!seen.has('index.html')) {
        throw new BundleProblem('The archive has no index.html at its root.');
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
    throw new BundleProblem(`"${shown}" is a link or a device. Pack files and folders only.`);
  }
  if (Buffer.byteLength(path) > maximumPathBytes || /\p{Control}|\p{Surrogate}/u.test(path)) {
    throw new BundleProblem(`The path "${shown}" can’t be used.`);
  }
  if (entry.isEncrypted()) throw new BundleProblem(`"${shown}" is encrypted.`);
}

/** Errors of yauzl and zlib mean that the archive is damaged; those of the file store are passed on. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BundleProblem) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  if (code !== undefined && !code.startsWith('Z_')) return error;
  return new BundleProblem(`The archive can’t be read: ${error.message}.`, { cause: error });
}
