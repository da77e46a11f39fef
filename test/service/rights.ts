import type { Role } from '../../src/api/permission';
import type { Queryable } from '../../src/service/base/database/database';

interface TypePlace {
  readonly workspaceId: string;
  readonly typeId: string;
}

/** Every member but these reads the objects of the type, and changes them. */
export async function leaveOut(
  database: Queryable,
  place: TypePlace,
  ...userIds: readonly string[]
): Promise<void> {
  await forgetAccess(database, place, false);
  await database.query(
    `insert into type_access (workspace_id, type_id, user_id, may_read, may_write)
     select workspace_id, $2::uuid, user_id, true, true from membership
     where workspace_id = $1 and user_id <> all ($3::uuid[])`,
    [place.workspaceId, place.typeId, userIds],
  );
}

/** Every member reads the objects of the type, and changes them. */
export function openToEveryone(database: Queryable, place: TypePlace): Promise<void> {
  return forgetAccess(database, place, true);
}

async function forgetAccess(
  database: Queryable,
  { workspaceId, typeId }: TypePlace,
  isOpen: boolean,
): Promise<void> {
  await database.query('delete from type_access where workspace_id = $1 and type_id = $2', [
    workspaceId,
    typeId,
  ]);
  await database.query(
    'update type set everyone_reads = $3, everyone_writes = $3 where workspace_id = $1 and id = $2',
    [workspaceId, typeId, isOpen],
  );
}

export async function setRole(
  database: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  role: Role,
): Promise<void> {
  await database.query('update membership set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    role,
  ]);
}
