import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FinalizedBundle } from '../../api/app-platform';
import type { Database, Queryable } from '../database';
import { FileCutOff, FileTooLarge } from '../files/file-store';
import type { FileStore } from '../files/file-store';
import { hashSecret } from '../identity/secret-hash';
import { Refusal, notFound } from '../refusal';
import { cutOff, uploadGone } from '../resources/content-uploads';
import { getVersion } from './apps';
import type { ServeUrlOf } from './apps';
import { BundleRefused, unpackBundle } from './bundle-archive';

export interface BundleDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly serveUrlOf: ServeUrlOf;
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
 * @throws Refusal 404 for a version that isn't the caller's, 400 if its bundle is there already
 */
export async function createUpload(
  { database, clock }: BundleDependencies,
  ownerId: string,
  { appId, versionId }: VersionId,
): Promise<string> {
  await getVersion(database, ownerId, { appId, versionId });
  const secret = randomBytes(32).toString('base64url');
  const updated = await database.query(
    `update app_version set upload_hash = $2, upload_expires_at = $3
     where id = $1 and uploaded_at is null returning id`,
    [versionId, hashSecret(secret), new Date(clock().getTime() + uploadLifetimeMs)],
  );
  if (updated.length === 0) {
    throw new Refusal(400, 'This version already has a bundle. Deploy a new one.');
  }
  return secret;
}

/**
 * Keeps what arrives at the address of an upload.
 * @throws Refusal 404 for an address that isn't known, has expired or was used; 413 for a bundle that is too large
 */
export async function receiveBundle(
  { database, files, clock }: BundleDependencies,
  secret: string,
  body: Readable,
): Promise<void> {
  const now = clock();
  const hash = hashSecret(secret);
  const [version] = await database.query<{ id: string }>(
    `select id from app_version
     where upload_hash = $1 and upload_expires_at > $2 and uploaded_at is null`,
    [hash, now],
  );
  if (version === undefined) throw uploadGone();
  const key = `bundle-archives/${version.id}-${randomBytes(8).toString('hex')}`;
  await putWithin(files, key, body);
  const taken = await database.query(
    `update app_version set uploaded_at = $2, archive_key = $3
     where upload_hash = $1 and uploaded_at is null returning id`,
    [hash, now, key],
  );
  if (taken.length > 0) return;
  await files.remove(key);
  throw uploadGone();
}

async function putWithin(files: FileStore, key: string, body: Readable): Promise<void> {
  try {
    await files.put(key, body, maximumBundleBytes);
  } catch (error) {
    if (error instanceof FileCutOff) throw new Refusal(400, cutOff);
    if (!(error instanceof FileTooLarge)) throw error;
    throw new Refusal(413, 'The bundle is too large: send at most 100 MB.');
  }
}

/**
 * Looks into the uploaded archive and serves it from now on, if it can be served. Says the same
 * again where it was done before.
 * @throws Refusal 404 for a version that isn't the caller's, 400 if nothing was uploaded
 */
export async function finalizeBundle(
  dependencies: BundleDependencies,
  ownerId: string,
  { appId, versionId }: VersionId,
): Promise<FinalizedBundle> {
  const { database } = dependencies;
  await getVersion(database, ownerId, { appId, versionId });
  const bundle = await getUploaded(database, versionId);
  if (bundle.status === 'PENDING') await unpack(dependencies, bundle);
  const finalized = showBundle(dependencies, await getUploaded(database, versionId));
  await removeOldBuilds(dependencies, appId);
  return finalized;
}

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

/** Of several attempts at once the first that ends counts; each unpacks into a place of its own. */
async function unpack(
  { database, files }: BundleDependencies,
  { versionId, archiveKey: key }: UploadedBundle,
): Promise<void> {
  const filesKey = `bundles/${versionId}-${randomBytes(8).toString('hex')}`;
  const problem = await unpackInto(files, key, filesKey);
  const taken = await database.query(
    `update app_version set bundle_status = $2, bundle_problem = $3, files_key = $4
     where id = $1 and bundle_status = 'PENDING' returning id`,
    [versionId, problem === null ? 'READY' : 'FAILED', problem, problem === null ? filesKey : null],
  );
  if (taken.length === 0) await files.remove(filesKey);
}

/** @returns why it can't be served; null if it can */
async function unpackInto(files: FileStore, key: string, filesKey: string): Promise<string | null> {
  const size = await files.findSize(key);
  if (size === undefined) return 'The uploaded archive is gone. Deploy again.';
  try {
    await unpackBundle({ files, key, size }, async (file) => {
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
  const removed = await database.query<{ filesKey: string | null; archiveKey: string | null }>(
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
  const keys = removed.flatMap(({ filesKey, archiveKey }) => [filesKey, archiveKey]);
  for (const key of keys) if (key !== null) await files.remove(key);
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
