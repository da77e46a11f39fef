import { onlyRow } from '../base/database';
import type { Database, Queryable } from '../base/database';
import type { FileStore } from '../base/files/file-store';
import { showMegabytes } from '../base/files/storage-budgets';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { Refusal } from '../base/refusals/refusal';
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

/** In SQL, of a row of `app_version`, with the time as third parameter: it isn't being sent, or to be unpacked. */
export const isFree = '(upload_until is null or upload_until <= $3::timestamptz)';

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

/** In SQL: what is served, arrives or is to be unpacked stays. */
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
