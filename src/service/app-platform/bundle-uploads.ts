import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { onlyRow } from '../base/database/database';
import type { Queryable, Database } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { FileCutOff, FileTooLarge } from '../base/files/file-store';
import type { FileStore } from '../base/files/file-store';
import { showMegabytes } from '../base/files/storage-budgets';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { leaseEnd, receiveWithLease } from '../base/files/upload-lease';
import { Refusal } from '../base/refusals/refusal';
import { findHolder } from '../model/permissions/delegation';
import type { BearerCaller } from '../model/permissions/workspace-view';
import { cutOff, uploadGone, uploadUnderWay } from '../model/resources/content-uploads';
import { getVersion } from './apps';
import type { ServeUrlOf } from './apps';

const maximumBundleBytes = 100 * 1024 * 1024;
const uploadLifetimeMs = 15 * 60_000;

/**
 * Returns the secret of an address that takes the version's bundle once; an earlier one is of no
 * use from now on.
 * @throws Refusal 404 for a version that isn't the caller's, 400 if its bundle is there already, 429 while it
 *   arrives
 */
export async function createUpload(
  { database, clock }: BundleDependencies,
  { userId, credentialId }: BearerCaller,
  { appId, versionId }: VersionId,
): Promise<string> {
  await getVersion(database, userId, { appId, versionId });
  const secret = randomBytes(32).toString('base64url');
  const now = clock();
  const [updated] = await database.query<{ isFree: boolean }>(
    `update app_version set
       upload_hash = case when ${isFree} then $2 else upload_hash end,
       upload_credential_id = case when ${isFree} then $5 else upload_credential_id end,
       upload_expires_at = case when ${isFree} then $4 else upload_expires_at end,
       upload_until = ${endingBy('$6')}
     where id = $1 and uploaded_at is null returning ${isFree} as "isFree"`,
    [
      ...[versionId, hashSecret(secret), now, new Date(now.getTime() + uploadLifetimeMs)],
      ...[credentialId, leaseEnd(now)],
    ],
  );
  if (updated === undefined) {
    throw new Refusal(400, 'This version already has a bundle. Deploy a new one.');
  }
  if (!updated.isFree) throw uploadUnderWay();
  return secret;
}

/**
 * Keeps what arrives at the address of an upload.
 * @throws Refusal 404 for an address that isn't known, has expired or was used, and where its developer was suspended
 *   or the token was revoked that asked for it, when the upload begins and when it ends; 413 for a bundle that is too
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
  const version = await beginUpload(database, { uploadHash: hashSecret(secret), now });
  const key = `bundle-archives/${version.id}-${randomBytes(8).toString('hex')}`;
  const isArriving = 'id = $1 and uploaded_at is null and upload_until is not null';
  await receiveWithLease(request, {
    receive: async () => {
      await assertStillAllowed(database, version, now);
      await reserveRoom(dependencies, version, announcedBytes);
      const byteCount = await putWithin(files, key, request);
      await assertStillAllowed(database, version, clock());
      await keepArchive(dependencies, version, { key, byteCount });
    },
    renewLease: () =>
      database.query(`update app_version set upload_until = $2 where ${isArriving}`, [
        version.id,
        leaseEnd(clock()),
      ]),
    releaseLease: () =>
      database.query(
        `update app_version set upload_until = null, stored_bytes = 0 where ${isArriving}`,
        [version.id],
      ),
    removeFile: () => files.remove(key),
  });
}

interface AwaitedVersion extends OwnedVersion {
  /** The id of the token that asked for the address; null if an earlier build took the request. */
  readonly credentialId: string | null;
}

/** The address alone is no right: it is one of the developer's, with the token that they had. */
async function assertStillAllowed(
  database: Queryable,
  { ownerId, credentialId }: AwaitedVersion,
  now: Date,
): Promise<void> {
  const delegation = { userId: ownerId, workspaceId: null, via: 'token' as const, credentialId };
  if ((await findHolder(database, delegation, now)) === undefined) throw uploadGone();
}

/** Old builds are removed only once the new archive is there. */
async function keepArchive(
  dependencies: BundleDependencies,
  version: OwnedVersion,
  { key, byteCount }: { readonly key: string; readonly byteCount: number },
): Promise<void> {
  const { database, files, clock } = dependencies;
  const removed = await database.transaction(async (transaction) => {
    const taken = await transaction.query(
      `update app_version
       set uploaded_at = $2, archive_key = $3, stored_bytes = $4, upload_until = $5
       where id = $1 and uploaded_at is null returning id`,
      [version.id, clock(), key, byteCount, keepUntil(clock())],
    );
    if (taken.length === 0) throw uploadGone();
    return makeRoom(transaction, dependencies, version.ownerId);
  });
  // The archive is recorded: what can't be removed now must not undo it.
  await removeFiles(files, removed).catch(() => undefined);
}

/** @throws Refusal 404 for an address that can't be used, 429 while another upload to it is under way */
async function beginUpload(
  database: Queryable,
  { uploadHash, now }: { readonly uploadHash: string; readonly now: Date },
): Promise<AwaitedVersion> {
  const isAwaited = 'upload_hash = $1 and upload_expires_at > $2 and uploaded_at is null';
  const [version] = await database.query<AwaitedVersion>(
    `update app_version set upload_until = $4 from app
     where app.id = app_version.app_id and ${isAwaited} and ${isFree}
     returning app_version.id, app.owner_id as "ownerId", upload_credential_id as "credentialId"`,
    [uploadHash, now, now, leaseEnd(now)],
  );
  if (version !== undefined) return version;
  const awaited = await database.query(
    `update app_version set upload_until = ${endingBy('$3')} where ${isAwaited} returning id`,
    [uploadHash, now, leaseEnd(now)],
  );
  throw awaited.length > 0 ? uploadUnderWay() : uploadGone();
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

export interface BundleDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly serveUrlOf: ServeUrlOf;
  readonly storageBudgets: StorageBudgets;
}

export interface VersionId {
  readonly appId: string;
  readonly versionId: string;
}

export interface OwnedVersion {
  readonly id: string;
  readonly ownerId: string;
}

/** In SQL, of a row of `app_version`, with the time as third parameter: it isn't being sent, or to be unpacked. */
export const isFree = '(upload_until is null or upload_until <= $3::timestamptz)';

/** In SQL, when a lease ends that ends too late only because the clock was set back since. */
function endingBy(latest: string): string {
  return `case when upload_until > ${latest}::timestamptz then ${latest} else upload_until end`;
}

const keptMs = 15 * 60_000;

/** Until when a bundle that has just arrived, or that is being unpacked, is kept, whatever needs room. */
export function keepUntil(now: Date): Date {
  return new Date(now.getTime() + keptMs);
}

/**
 * Reserves room for all that a version keeps. Removes nothing: builds that nobody gets can make room for it.
 * @throws Refusal 400 where they can't make enough
 */
export async function reserveRoom(
  { database, clock, storageBudgets }: BundleDependencies,
  { id, ownerId }: OwnedVersion,
  bytes: number,
): Promise<void> {
  const budgetBytes = storageBudgets.buildBytesPerPerson;
  await database.transaction(async (transaction) => {
    // One after the other, so that several at once don't take the same room.
    await transaction.query('select from account where id = $1 for no key update', [ownerId]);
    await transaction.query(
      `update app_version set upload_until = ${endingBy('$2')} from app
       where app.id = app_version.app_id and app.owner_id = $1 and upload_until is not null`,
      [ownerId, keepUntil(clock())],
    );
    const { keptBytes } = onlyRow(
      await transaction.query<{ keptBytes: number }>(
        `select coalesce(sum(stored_bytes), 0)::bigint as "keptBytes"
         from (${buildsOfOwner}) as build where stays and id <> $2`,
        [ownerId, id, clock()],
      ),
    );
    if (keptBytes + bytes > budgetBytes) throw noRoom(bytes, budgetBytes);
    await transaction.query('update app_version set stored_bytes = $2 where id = $1', [id, bytes]);
  });
}

function noRoom(bytes: number, budgetBytes: number): Refusal {
  return new Refusal(
    400,
    `This bundle needs up to ${showMegabytes(bytes)}, but your builds can take up at most ${showMegabytes(budgetBytes)}. The latest and the promoted build of each app are kept, and so are uploads of the last 15 minutes. Deploy smaller bundles for those apps, or wait until other deploys have ended.`,
  );
}

/** In SQL: builds that are served, arrive, or are to be unpacked are not removed. */
const buildsOfOwner = `
  select app_version.id, build_number, stored_bytes,
    app_version.id is not distinct from app.promoted_version_id
    or not ${isFree}
    or bundle_status = 'READY' and build_number = max(build_number)
      filter (where bundle_status = 'READY') over (partition by app_id) as stays
  from app_version join app on app.id = app_version.app_id
  where app.owner_id = $1`;

/**
 * Removes of a developer's builds that don't stay what exceeds the budget, the oldest first.
 * @returns whose files are to be removed once that is committed
 */
export function makeRoom(
  transaction: Queryable,
  { clock, storageBudgets }: Pick<BundleDependencies, 'clock' | 'storageBudgets'>,
  ownerId: string,
): Promise<RemovedBuild[]> {
  return transaction.query<RemovedBuild>(
    `delete from app_version where id in (
       select id from (
         select id, stored_bytes, stays,
           sum(stored_bytes) over (order by stays desc, build_number desc) as "totalBytes"
         from (${buildsOfOwner}) as build
       ) as counted
       where not stays and stored_bytes > 0 and "totalBytes" > $2
     ) returning files_key as "filesKey", archive_key as "archiveKey"`,
    [ownerId, storageBudgets.buildBytesPerPerson, clock()],
  );
}

export interface RemovedBuild {
  readonly filesKey: string | null;
  readonly archiveKey: string | null;
}

export async function removeFiles(
  files: FileStore,
  builds: readonly RemovedBuild[],
): Promise<void> {
  const keys = builds.flatMap(({ filesKey, archiveKey }) => [filesKey, archiveKey]);
  for (const key of keys) if (key !== null) await files.remove(key);
}
