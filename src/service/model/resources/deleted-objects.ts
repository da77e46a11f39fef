import type { DeletedObject } from '../../../api/object';
import type { Page } from '../../../api/page';
import { onlyRow } from '../../base/database/database';
import type { Database, Queryable } from '../../base/database/database';
import { getWritableType, typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { page, showLarge, textBytes } from './page';

/** How long a deleted object can be restored. */
const keptLifetimeMs = 30 * 24 * 60 * 60_000;

/** What was deleted before can't be restored any more. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptLifetimeMs);
}

/** Deletes an object, and with it the references to it; they are kept to be restored. */
export async function deleteAndKeep(
  transaction: Queryable,
  { workspaceId, caller }: Pick<WorkspaceView, 'workspaceId' | 'caller'>,
  objectId: string,
  now: Date,
): Promise<void> {
  await transaction.queryPrepared('select delete_and_keep($1, $2, $3, $4)', [
    workspaceId,
    objectId,
    now,
    caller.userId,
  ]);
}

interface ListOptions {
  readonly typeId?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  readonly now: Date;
}

/**
 * The deleted objects that the caller can restore, the newest first.
 * @throws Refusal 400 where they are too much for one answer; for the type asked for: 404 if the caller may not read it, 403 if its objects are for others to change
 */
export async function readDeletedObjects(
  database: Queryable,
  view: WorkspaceView,
  { typeId, offset, limit, now }: ListOptions,
): Promise<Page<DeletedObject>> {
  const typeIds = typeId === undefined ? writableTypeIds(view) : [getWritableType(view, typeId).id];
  const kept = [view.workspaceId, typeIds, keptSince(now)];
  const { total } = onlyRow(
    await database.query<{ total: number }>(
      `select count(*)::integer as total from deleted_object
       where workspace_id = $1 and type_id = any ($2::uuid[]) and deleted_at > $3`,
      kept,
    ),
  );
  const rows = await database.query<DeletedRow>(
    `${selectDeleted} order by deleted.deleted_at desc, deleted.id offset $4 limit $5`,
    [...kept, offset, limit],
  );
  return page(await showLarge(rows, shownDeleted), total, { offset, limit });
}

/** A deleted object that the caller can restore; undefined if there is none of this id. */
export async function findDeletedObject(
  database: Queryable,
  view: WorkspaceView,
  objectId: string,
  now: Date,
): Promise<DeletedObject | undefined> {
  const [row] = await database.query<DeletedRow>(`${selectDeleted} and deleted.id = $4`, [
    view.workspaceId,
    writableTypeIds(view),
    keptSince(now),
    objectId,
  ]);
  return row && showDeleted(row);
}

function writableTypeIds({ types, readOnlyTypeIds }: WorkspaceView): string[] {
  return typeIdsOf(types).filter((id) => !readOnlyTypeIds.has(id));
}

interface DeletedRow {
  readonly id: string;
  readonly typeId: string;
  readonly label: string;
  readonly deletedAt: Date;
  readonly deletedBy: string;
  readonly name: string | null;
}

/** Of the workspace $1 and the types $2, what was deleted after $3. */
const selectDeleted = `
  select deleted.id, deleted.type_id as "typeId", deleted.label, deleted.deleted_at as "deletedAt",
    deleted.deleted_by as "deletedBy", account.name
  from deleted_object as deleted
  left join membership on membership.workspace_id = $1 and membership.user_id = deleted.deleted_by
  left join account on account.id = membership.user_id
  where deleted.workspace_id = $1 and deleted.type_id = any ($2::uuid[]) and deleted.deleted_at > $3`;

function showDeleted({ deletedAt, deletedBy, name, ...row }: DeletedRow): DeletedObject {
  return {
    ...row,
    deletedAt: deletedAt.toISOString(),
    deletedBy: { id: deletedBy, name },
    endsAt: new Date(deletedAt.getTime() + keptLifetimeMs).toISOString(),
  };
}

/** Beside its label. */
const ownBytes = 500;

const shownDeleted = {
  names: 'objects',
  bytesOf: ({ label, name }: DeletedRow) => ownBytes + textBytes(label) + textBytes(name),
  show: showDeleted,
};

/** Few enough that nobody waits long for them. */
const removedAtOnce = 50;

/** Removes what can't be restored any more; nothing holds its files then. */
export async function removeOldDeletedObjects(database: Database, now: Date): Promise<void> {
  let old: { workspaceId: string; id: string }[];
  do {
    old = await database.query(
      `select workspace_id as "workspaceId", id from deleted_object where deleted_at <= $1 limit ${removedAtOnce}`,
      [keptSince(now)],
    );
    for (const { workspaceId, id } of old) {
      await database.query(
        'delete from deleted_object where workspace_id = $1 and id = $2 and deleted_at <= $3',
        [workspaceId, id, keptSince(now)],
      );
    }
  } while (old.length === removedAtOnce);
}
