import { randomUUID } from 'node:crypto';
import type { Workspace } from '../../api/workspace';
import { onlyRow } from '../base/database/database';
import type { Database, Queryable } from '../base/database/database';
import { Refusal, notFound } from '../base/refusals/refusal';
import { assertStorable, refuseValue } from '../base/refusals/refused-values';
import { recordChanges } from '../model/history/record-changes';
import { insertWorkspace } from '../model/permissions/workspace-view';
import type { Caller, WorkspaceView } from '../model/permissions/workspace-view';
import { takeName } from '../model/resources/taken-names';
import { foldEmail } from '../model/values/email-spellings';

export interface WorkspaceDependencies {
  readonly database: Database;
  readonly clock: () => Date;
  /** The email addresses of those who create and rename workspaces. */
  readonly workspaceCreators: readonly string[];
}

/**
 * Creates a workspace, whose administrator the caller becomes.
 * @throws Refusal 403 for whom the operator doesn't allow it, and for a token of one workspace
 */
export function createWorkspace(
  { database, clock, workspaceCreators }: WorkspaceDependencies,
  caller: Caller,
  { name }: { readonly name: string },
): Promise<Workspace> {
  assertCreates({ workspaceCreators }, caller);
  assertStorable({ name }, 'WORKSPACE');
  return database.transaction(async (transaction) => {
    const workspace = { id: randomUUID(), name };
    await takeWorkspaceName(transaction, workspace);
    const author = { workspaceId: workspace.id, caller };
    await insertWorkspace(transaction, workspace);
    await transaction.query(
      `insert into membership (workspace_id, user_id, role) values ($1, $2, 'administrator')`,
      [workspace.id, caller.userId],
    );
    const change = { kind: 'workspace', id: workspace.id, action: 'create' } as const;
    await recordChanges(transaction, author, [{ ...change, after: { name } }], clock());
    return workspace;
  });
}

/** @throws Refusal 403 for whom the operator doesn't allow it, and for a token of one workspace */
export function assertCreates({ workspaceCreators }: Creators, caller: Caller): void {
  assertCreator(workspaceCreators, caller);
  if ((caller.onlyWorkspaceId ?? null) !== null) throw new Refusal(403, beyondToken);
}

type Creators = Pick<WorkspaceDependencies, 'workspaceCreators'>;

const beyondToken =
  'This token is for one workspace alone. Use a token for all your workspaces to create another one.';

/**
 * Renames the workspace of the view.
 * @throws Refusal 404 for the id of another one, 403 for whom the operator doesn't allow it
 */
export function renameWorkspace(
  { database, clock, workspaceCreators }: WorkspaceDependencies,
  author: Author,
  id: string,
  { name }: { readonly name: string },
): Promise<Workspace> {
  assertRenames({ workspaceCreators }, author, id);
  assertStorable({ name }, 'WORKSPACE');
  return database.transaction(async (transaction) => {
    const found = await transaction.query<Workspace>(
      'select id, name from workspace where id = $1 for no key update',
      [id],
    );
    const before = onlyRow(found).name;
    if (before !== name) {
      await takeWorkspaceName(transaction, { id, name, before });
      await transaction.query('update workspace set name = $2 where id = $1', [id, name]);
      const change = { kind: 'workspace', id, action: 'change' } as const;
      const entry = { ...change, before: { name: before }, after: { name } };
      await recordChanges(transaction, author, [entry], clock());
    }
    return { id, name };
  });
}

export async function readWorkspaceName(
  database: Queryable,
  { workspaceId }: Pick<WorkspaceView, 'workspaceId'>,
): Promise<string> {
  const found = await database.query<Pick<Workspace, 'name'>>(
    'select name from workspace where id = $1',
    [workspaceId],
  );
  return onlyRow(found).name;
}

/** People choose a workspace by its name. @throws Refusal 400 CONFLICT */
async function takeWorkspaceName(
  transaction: Queryable,
  named: Parameters<typeof takeName>[2],
): Promise<void> {
  const { id, name } = named;
  if (await takeName(transaction, { workspaceId: id, kind: 'workspace' }, named)) return;
  const message = 'There is already a workspace with this name. Choose another one.';
  throw refuseValue('CONFLICT', 'name', 'WORKSPACE', message, name);
}

type Author = Pick<WorkspaceView, 'workspaceId' | 'caller'>;

/** @throws Refusal 404 for the id of another workspace, 403 for whom the operator doesn't allow it */
export function assertRenames(
  { workspaceCreators }: Creators,
  { workspaceId, caller }: Author,
  id: string,
): void {
  if (id !== workspaceId) throw notFound('workspace');
  assertCreator(workspaceCreators, caller);
}

export function isCreator(workspaceCreators: readonly string[], { email }: Pick<Caller, 'email'>) {
  return workspaceCreators.some((each) => foldEmail(each) === foldEmail(email));
}

function assertCreator(workspaceCreators: readonly string[], caller: Caller): void {
  if (isCreator(workspaceCreators, caller)) return;
  const message =
    'You can’t create or rename workspaces. Ask whoever runs the service to add your email address to workspaceCreators in its configuration file.';
  throw new Refusal(403, message);
}
