import type { User } from '../../../api/user';
import type { Workspace } from '../../../api/workspace';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import type { WorkspaceView } from '../permissions/workspace-view';

/** The workspaces that a person is a member of, by name. */
export async function readWorkspaces(database: Queryable, userId: string): Promise<Workspace[]> {
  return database.query<Workspace>(
    `select workspace.id, workspace.name
     from workspace
     join membership on membership.workspace_id = workspace.id
     where membership.user_id = $1
     order by lower(workspace.name), workspace.id`,
    [userId],
  );
}

/** The members of the workspace, by name. */
export async function readMembers(database: Queryable, view: WorkspaceView): Promise<User[]> {
  return database.queryPrepared<User>(
    `select account.id, account.name, account.email
     from account
     join membership on membership.user_id = account.id
     where membership.workspace_id = $1
     order by lower(account.name), account.id`,
    [view.workspaceId],
  );
}

/** @throws Refusal 404 for someone who is no member of the workspace */
export async function readMember(
  database: Queryable,
  view: WorkspaceView,
  userId: string,
): Promise<User> {
  const members = await readMembers(database, view);
  const member = members.find(({ id }) => id === userId);
  if (member === undefined) throw notFound('user');
  return member;
}
