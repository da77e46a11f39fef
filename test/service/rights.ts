import type { Role } from '../../src/api/permission';
import type { Queryable } from '../../src/service/base/database/database';
import { storeTypeAccess } from '../../src/service/model/permissions/access';

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
  const others = await database.query<{ id: string }>(
    'select user_id as id from membership where workspace_id = $1 and user_id <> all ($2::uuid[])',
    [place.workspaceId, userIds],
  );
  const principals = { userIds: others.map(({ id }) => id), groupIds: [] };
  await storeTypeAccess(database, place, { read: principals, write: principals });
}

/** Every member reads the objects of the type, and changes them. */
export function openToEveryone(database: Queryable, place: TypePlace): Promise<void> {
  const everyone = { everyone: true } as const;
  return storeTypeAccess(database, place, { read: everyone, write: everyone });
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
