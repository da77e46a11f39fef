import type { Role } from '../../src/api/permission';
import type { Database, Queryable } from '../../src/service/base/database/database';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';

interface TypePlace {
  readonly workspaceId: string;
  readonly typeId: string;
}

/** Every member but these reads the objects of the type, and changes them. */
export async function leaveOut(
  database: Database,
  place: TypePlace,
  ...userIds: readonly string[]
): Promise<void> {
  await changeSchema(database, place, async (transaction) => {
    await forgetAccess(transaction, place, false);
    await transaction.query(
      `insert into type_access (workspace_id, type_id, user_id, may_read, may_write)
       select workspace_id, $2::uuid, user_id, true, true from membership
       where workspace_id = $1 and user_id <> all ($3::uuid[])`,
      [place.workspaceId, place.typeId, userIds],
    );
  });
}

/** Every member reads the objects of the type, and changes them. */
export function openToEveryone(database: Database, place: TypePlace): Promise<void> {
  return changeSchema(database, place, (transaction) => forgetAccess(transaction, place, true));
}

async function forgetAccess(
  transaction: Queryable,
  { workspaceId, typeId }: TypePlace,
  isOpen: boolean,
): Promise<void> {
  await transaction.query('delete from type_access where workspace_id = $1 and type_id = $2', [
    workspaceId,
    typeId,
  ]);
  await transaction.query(
    'update type set everyone_reads = $3, everyone_writes = $3 where workspace_id = $1 and id = $2',
    [workspaceId, typeId, isOpen],
  );
}

/** Has the database change what someone may do in a workspace. */
export function changeRights(
  database: Database,
  workspaceId: string,
  sql: string,
  parameters: readonly string[],
): Promise<unknown> {
  return changeSchema(database, { workspaceId }, (transaction) =>
    transaction.query(sql, parameters),
  );
}

/** Makes someone a member with this role, or gives them another one. */
export async function setRole(
  database: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  role: Role,
): Promise<void> {
  await database.query(
    `insert into membership (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict (workspace_id, user_id) do update set role = excluded.role`,
    [workspaceId, userId, role],
  );
}
