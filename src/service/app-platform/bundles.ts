import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FinalizedBundle } from '../../api/app-platform';
import { onlyRow } from '../database';
import type { Database, Queryable } from '../database';
import { askAs } from '../database/asker';
import { Turns } from '../database/turns';
import { FileCutOff, FileTooLarge, uploadEnd } from '../files/file-store';
import type { FileStore } from '../files/file-store';
import { showMegabytes } from '../files/storage-budgets';
import type { StorageBudgets } from '../files/storage-budgets';
import { hashSecret } from '../identity/secret-hash';
import { Refusal, notFound } from '../refusal';
import { cutOff, uploadGone, uploadUnderWay } from '../resources/content-uploads';
import { getVersion } from './apps';
import type { ServeUrlOf } from './apps';
import { BundleRefused, measureBundle, unpackBundle } from './bundle-archive';

export interface BundleDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly serveUrlOf: ServeUrlOf;
  readonly storageBudgets: StorageBudgets;
}

interface VersionId {
  readonly appId: string;
  readonly versionId: string;
}

const maximumBundleBytes = 100 * 1024 * 1024;
const uploadLifetimeMs = 15 * 60_000;
/** How many builds of an app are kept beside the promoted one. */
const keptBuilds = 20;

/**
 * Returns the secret of an address that takes the version's bundle once; an earlier one is of no
 * use from now on.
 * @throws Refusal 404 for a version that isn't the caller's, 400 if its bundle is there already, 429 while it
 *   arrives
 */
export async function createUpload(
  { database, clock }: BundleDependencies,
  ownerId: string,
  { appId, versionId }: VersionId,
): Promise<string> {
  await getVersion(database, ownerId, { appId, versionId });
  const secret = randomBytes(32).toString('base64url');
  const now = clock();
  const [updated] = await database.query<{ isFree: boolean }>(
    `update app_version set
       upload_hash = case when ${isFree} then $2 else upload_hash end,
       upload_expires_at = case when ${isFree} then $4 else upload_expires_at end
     where id = $1 and uploaded_at is null returning ${isFree} as "isFree"`,
    [versionId, hashSecret(secret), now, new Date(now.getTime() + uploadLifetimeMs)],
  );
  if (updated === undefined) {
    throw new Refusal(400, 'This version already has a bundle. Deploy a new one.');
  }
  if (!updated.isFree) throw uploadUnderWay();
  return secret;
}

/** In SQL, of a row of `app_version`, with the time as third parameter: no upload of it is under way. */
const isFree = '(upload_until is null or upload_until <= $3::timestamptz)';

/**
 * Keeps what arrives at the address of an upload.
 * @throws Refusal 404 for an address that isn't known, has expired or was used; 413 for a bundle that is too
 *   large, 400 where the developer has no room for it, 429 while another upload to this address is under way
 */
export async function receiveBundle(
  dependencies: BundleDependencies,
  secret: string,
  request: IncomingMessage,
): Promise<void> {
  const { database, files, clock } = dependencies;
  const now = clock();
  const { 'content-length': length } = request.headers;
  const announcedBytes = Number(length ?? maximumBundleBytes);
  if (announcedBytes > maximumBundleBytes) throw bundleTooLarge();
  const until = uploadEnd(Number(length ?? 0), now);
  const version = await beginUpload(database, { uploadHash: hashSecret(secret), until, now });
  const key = `bundle-archives/${version.id}-${randomBytes(8).toString('hex')}`;
  let byteCount: number;
  try {
    await reserveRoom(dependencies, version, announcedBytes);
    byteCount = await putWithin(files, key, request);
  } catch (error) {
    await database.query(
      'update app_version set upload_until = null, stored_bytes = 0 where id = $1',
      [version.id],
    );
    throw error;
  }
  const taken = await database.query(
    `update app_version
     set uploaded_at = $2, archive_key = $3, upload_until = null, stored_bytes = $4
     where id = $1 and uploaded_at is null returning id`,
    [version.id, now, key, byteCount],
  );
  if (taken.length > 0) return;
  await files.remove(key);
  throw uploadGone();
}

interface OwnedVersion {
  readonly id: string;
  readonly ownerId: string;
}

/** @throws Refusal 404 for an address that can't be used, 429 while another upload to it is under way */
async function beginUpload(
  database: Queryable,
  {
    uploadHash,
    until,
    now,
  }: { readonly uploadHash: string; readonly until: Date; readonly now: Date },
): Promise<OwnedVersion> {
  const isAwaited = 'upload_hash = $1 and upload_expires_at > $2 and uploaded_at is null';
  const [version] = await database.query<OwnedVersion>(
    `update app_version set upload_until = $4 from app
     where app.id = app_version.app_id and ${isAwaited} and ${isFree}
     returning app_version.id, app.owner_id as "ownerId"`,
    [uploadHash, now, now, until],
  );
  if (version !== undefined) return version;
  const awaited = await database.query(`select from app_version where ${isAwaited}`, [
    uploadHash,
    now,
  ]);
  throw awaited.length > 0 ? uploadUnderWay() : uploadGone();
}

/**
 * Reserves room for all that a version keeps. The developer's oldest builds that nobody gets make room for it.
 * @throws Refusal 400 where that isn't enough; nothing is removed then
 */
async function reserveRoom(
  { database, files, clock, storageBudgets }: BundleDependencies,
  { id, ownerId }: OwnedVersion,
  bytes: number,
): Promise<void> {
  const budgetBytes = storageBudgets.buildBytesPerPerson;
  const removed = await database.transaction(async (transaction) => {
    // One after the other, so that several at once don't take the same room.
    await transaction.query('select from account where id = $1 for no key update', [ownerId]);
    const room = [ownerId, id, clock(), budgetBytes - bytes];
    const forRoom = await transaction.query<RemovedBuild>(removeForRoom, room);
    const { othersBytes } = onlyRow(
      await transaction.query<{ othersBytes: number }>(
        `select coalesce(sum(stored_bytes), 0)::bigint as "othersBytes"
         from app_version join app on app.id = app_version.app_id
         where app.owner_id = $1 and app_version.id <> $2`,
        [ownerId, id],
      ),
    );
    if (othersBytes + bytes > budgetBytes) throw noRoom(bytes, budgetBytes);
    await transaction.query('update app_version set stored_bytes = $2 where id = $1', [id, bytes]);
    return forRoom;
  });
  await removeFiles(files, removed);
}

function noRoom(bytes: number, budgetBytes: number): Refusal {
  return new Refusal(
    400,
    `There is no room for this bundle, which takes up to ${showMegabytes(bytes)}: your builds can take up ${showMegabytes(budgetBytes)}, and the latest and promoted builds of your apps stay. Deploy smaller bundles of them, then try again.`,
  );
}

/** Of a developer's other versions: what is served or arrives stays, the rest goes beyond the room, the oldest first. */
const removeForRoom = `
  delete from app_version where id in (
    select id from (
      select id, stored_bytes, stays,
        sum(stored_bytes) over (order by stays desc, build_number desc) as "totalBytes"
      from (
        select app_version.id, build_number, stored_bytes,
          app_version.id is not distinct from app.promoted_version_id
          or not ${isFree}
          or bundle_status = 'READY' and build_number = max(build_number)
            filter (where bundle_status = 'READY') over (partition by app_id) as stays
        from app_version join app on app.id = app_version.app_id
        where app.owner_id = $1 and app_version.id <> $2
      ) as build
    ) as counted
    where not stays and stored_bytes > 0 and "totalBytes" > $4
  ) returning files_key as "filesKey", archive_key as "archiveKey"`;

interface RemovedBuild {
  readonly filesKey: string | null;
  readonly archiveKey: string | null;
}

async function removeFiles(files: FileStore, builds: readonly RemovedBuild[]): Promise<void> {
  const keys = builds.flatMap(({ filesKey, archiveKey }) => [filesKey, archiveKey]);
  for (const key of keys) if (key !== null) await files.remove(key);
}

function bundleTooLarge(): Refusal {
  return new Refusal(413, 'The bundle is too large: send at most 100 MB.');
}

async function putWithin(files: FileStore, key: string, body: Readable): Promise<number> {
  try {
    return await files.put(key, body, maximumBundleBytes);
  } catch (error) {
    if (error instanceof FileCutOff) throw new Refusal(400, cutOff);
    if (!(error instanceof FileTooLarge)) throw error;
    throw bundleTooLarge();
  }
}

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
    // What waits here doesn't count as waiting for the database.
    const unpackNow = () => askAs(ownerId, () => unpack(dependencies, version));
    await askAs(ownerId, () => unpacking.take(unpackNow, longestUnpackingWaitMs));
  }
  const finalized = showBundle(dependencies, await getUploaded(database, versionId));
  await removeOldBuilds(dependencies, appId);
  return finalized;
}

/** One bundle at a time in this process: each takes memory and a whole processor. */
const unpacking = new Turns();
const longestUnpackingWaitMs = 30_000;

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
  const filesKey = `bundles/${version.id}-${randomBytes(8).toString('hex')}`;
  const size = await files.findSize(archiveKey);
  const problem =
    size === undefined
      ? 'The uploaded archive is gone. Deploy again.'
      : await unpackInto(dependencies, version, { files, key: archiveKey, size }, filesKey);
  const isReady = problem === null;
  const taken = await database.query(
    `update app_version set bundle_status = $2, bundle_problem = $3, files_key = $4,
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
  const { files } = dependencies;
  try {
    const unpackedBytes = await measureBundle(archive);
    await reserveRoom(dependencies, version, archive.size + unpackedBytes);
    await unpackBundle(archive, async (file) => {
      await files.put(fileKey(filesKey, file.path), await file.open(), file.size);
    });
    return null;
  } catch (error) {
    await files.remove(filesKey);
    if (error instanceof BundleRefused) return error.message;
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
 * Keeps the latest builds that can be served, as many of those that can't, and the promoted one: the rest
 * does not fill the disk.
 */
export async function removeOldBuilds(
  { database, files }: Pick<BundleDependencies, 'database' | 'files'>,
  appId: string,
): Promise<void> {
  const removed = await database.query<RemovedBuild>(
    `delete from app_version where id in (
       select id from (
         select app_version.id, app_version.id = app.promoted_version_id as is_promoted,
           row_number() over (
             partition by bundle_status = 'READY' order by build_number desc
           ) as place
         from app_version join app on app.id = app_version.app_id
         where app.id = $1
       ) as build
       where place > ${keptBuilds} and is_promoted is not true
     ) returning files_key as "filesKey", archive_key as "archiveKey"`,
    [appId],
  );
  await removeFiles(files, removed);
}

/** A file of a bundle that is served. */
export interface ServedFile {
  readonly size: number;
  read(): Readable;
}

/**
 * @param path below the root of the bundle
 * @throws Refusal 404 for what isn't there
 */
export async function getServedFile(
  { database, files }: Pick<BundleDependencies, 'database' | 'files'>,
  versionId: string,
  path: string,
): Promise<ServedFile> {
  const [version] = await database.queryPrepared<{ filesKey: string | null }>(
    'select files_key as "filesKey" from app_version where id = $1',
    [versionId],
  );
  if (!version?.filesKey) throw notFound('file');
  const key = fileKey(version.filesKey, path);
  const size = await files.findSize(key);
  if (size === undefined) throw notFound('file');
  return { size, read: () => files.read(key) };
}

/** Paths of archives may be of any letters; keys of files are not. */
function fileKey(filesKey: string, path: string): string {
  return `${filesKey}/${createHash('sha256').update(path).digest('hex')}`;
}
