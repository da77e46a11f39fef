import type { Workspace } from '../../../api/workspace';
import type { Queryable } from '../../base/database';

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
