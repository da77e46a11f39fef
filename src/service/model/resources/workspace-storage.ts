import { onlyRow } from '../../base/database/database';
import type { Database, Queryable } from '../../base/database/database';
import { showGigabytes } from '../../base/files/storage-budgets';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import { refuseValue } from '../../base/refusals/refused-values';
import { noId } from '../../base/refusals/storable-inputs';
import { isUnused } from './contents';

/** What a workspace's objects held when it was last counted. */
interface WorkspaceStorage {
  /** The size of values and of the files that objects use, with their thumbnails. */
  readonly bytes: number;
  readonly countedAt: Date;
}

/** Returns what a workspace holds; undefined where it hasn't been counted yet. */
export async function findStorage(
  database: Queryable,
  workspaceId: string,
): Promise<WorkspaceStorage | undefined> {
  const [row] = await database.queryPrepared<WorkspaceStorage>(
    `select stored_bytes as bytes, stored_counted_at as "countedAt"
     from workspace_schema where workspace_id = $1 and stored_counted_at is not null`,
    [workspaceId],
  );
  return row;
}

/**
 * For whatever adds to what a workspace holds.
 * @param bytes that it held when it was last counted; null or undefined where it hasn't been counted yet
 * @throws Refusal 400 TOO_MANY where that is more than it may hold
 */
export function assertStorageLeft(
  bytes: number | null | undefined,
  { bytesPerWorkspace }: StorageBudgets,
): void {
  if (bytes == null || bytes <= bytesPerWorkspace) return;
  const size = showGigabytes(bytes);
  const message = `The workspace holds ${size} in values and files, and its limit, WORKSPACE_STORAGE_GB, is ${showGigabytes(bytesPerWorkspace)}. Delete what nobody needs and try again ten minutes later, or ask whoever runs the service to raise the limit.`;
  throw refuseValue('TOO_MANY', 'workspaceStorage', 'WORKSPACE', message, size);
}

/** A change may have begun so long before the history has it. */
const slowestChangeMs = 10 * 60_000;

/**
 * Counts what each workspace holds, if it has changed since it was last counted. Of several processes, one
 * counts. It takes little at a time, so that requests are answered in between.
 * @param countedEveryMs a younger count is good enough
 */
export async function countStorage(
  database: Database,
  { now, countedEveryMs }: { readonly now: Date; readonly countedEveryMs: number },
): Promise<void> {
  await database.exclusively('count of storage', async () => {
    for (const { id } of await database.query<{ id: string }>('select id from workspace')) {
      const earlier = await findStorage(database, id);
      const isDue =
        earlier === undefined || now.getTime() - earlier.countedAt.getTime() >= countedEveryMs;
      if (isDue && (await hasChanged(database, id, earlier))) await countOne(database, id, now);
    }
  });
}

async function hasChanged(
  database: Database,
  workspaceId: string,
  earlier: WorkspaceStorage | undefined,
): Promise<boolean> {
  if (earlier === undefined) return true;
  const [last] = await database.query<{ at: Date }>(
    'select at from history where workspace_id = $1 order by number desc limit 1',
    [workspaceId],
  );
  const changedAtMs = last?.at.getTime() ?? -Infinity;
  return changedAtMs >= earlier.countedAt.getTime() - slowestChangeMs;
}

async function countOne(database: Database, workspaceId: string, now: Date): Promise<void> {
  const bytes =
    (await countValues(database, workspaceId)) + (await countFiles(database, workspaceId));
  await database.query(
    `update workspace_schema set stored_bytes = $2, stored_counted_at = $3 where workspace_id = $1`,
    [workspaceId, bytes, now],
  );
}

interface Slice {
  /** The last object of it; null where there is none. */
  readonly last: string | null;
  readonly bytes: number;
}

async function countValues(database: Database, workspaceId: string): Promise<number> {
  let bytes = 0;
  for (let last: string | null = noId; last !== null;) {
    const after: string = last;
    const slice: Slice = await database.transaction(
      async (transaction) =>
        onlyRow(await transaction.queryPrepared<Slice>(sliceStatement, [workspaceId, after])),
      { isPatient: true },
    );
    bytes += slice.bytes;
    last = slice.last;
  }
  return bytes;
}

/** A few milliseconds' work. */
const objectsPerSlice = 250;

const sliceStatement = `
  with slice as (
    select id from object where workspace_id = $1 and id > $2 order by id limit ${objectsPerSlice}
  )
  select (select id from slice order by id desc limit 1) as last,
    coalesce(sum(octet_length(value.value) + coalesce(octet_length(value.text), 0)), 0)::float8 as bytes
  from object_value as value
  where value.workspace_id = $1 and value.object_id in (select id from slice)`;

async function countFiles(database: Database, workspaceId: string): Promise<number> {
  const rows = await database.query<{ bytes: number }>(
    `select coalesce(sum(file_size + coalesce(octet_length(thumbnail), 0)), 0)::float8 as bytes
     from content
     where workspace_id = $1 and not ${isUnused}`,
    [workspaceId],
  );
  return onlyRow(rows).bytes;
}
