import type { Queryable } from '../../base/database/database';
import type { WorkspaceView } from '../permissions/workspace-view';

/** How long a deleted object can be restored. */
export const keptLifetimeMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes an object, and with it the references to it. All of it is kept until {@link keptLifetimeMs} later.
 * @param deletedAt from when on it is kept
 */
export async function deleteAndKeep(
  transaction: Queryable,
  { workspaceId, caller }: WorkspaceView,
  objectId: string,
  deletedAt: Date,
): Promise<void> {
  await transaction.queryPrepared(deleteStatement, [
    workspaceId,
    objectId,
    deletedAt,
    caller.userId,
  ]);
}

/** Each part sees the object as it was before. */
const deleteStatement = `
  with held as (
    select attribute_id, position, value, reference_id, content_key from object_value
    where workspace_id = $1 and object_id = $2
  ), kept as (
    insert into deleted_object (workspace_id, id, type_id, label, created_at, updated_at,
      deleted_at, deleted_by, object_values)
    select workspace_id, id, type_id, label, created_at, updated_at, $3, $4, (
      select coalesce(jsonb_agg(jsonb_build_array(attribute_id, value) order by attribute_id, position), '[]')
      from held where reference_id is null
    )
    from object where workspace_id = $1 and id = $2
  ), kept_references as (
    insert into deleted_reference (workspace_id, deleted_id, object_id, attribute_id, position, target_id)
    select $1, $2, $2, attribute_id, position, reference_id from held where reference_id is not null
    union
    select $1, $2, object_id, attribute_id, position, reference_id from object_value
    where workspace_id = $1 and reference_id = $2
  ), kept_contents as (
    update content set kept_for = $2
    where workspace_id = $1 and key in (select content_key from held)
  )
  delete from object where workspace_id = $1 and id = $2`;
