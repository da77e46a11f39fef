import { onlyRow } from '../database';
import type { Database } from '../database';
import type { FileStore } from '../files/file-store';
import { showMegabytes } from '../files/storage-budgets';
import type { StorageBudgets } from '../files/storage-budgets';
import { Refusal } from '../refusal';
import type { ServeUrlOf } from './apps';

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

/** In SQL, of a row of `app_version`, with the time as third parameter: no upload of it is under way. */
export const isFree = '(upload_until is null or upload_until <= $3::timestamptz)';

/**
 * Reserves room for all that a version keeps. The developer's oldest builds that nobody gets make room for it.
 * @throws Refusal 400 where that isn't enough; nothing is removed then
 */
export async function reserveRoom(
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
