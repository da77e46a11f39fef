import type { WorkspaceView } from '../model/permissions/workspace-view';
import { TooManyRequests } from '../base/refusals/refusal';
import type { RequestLimits } from '../base/request-limits';

/**
 * Counts a load of a page: the loads of one person together, and like every request for their
 * workspace too.
 * @throws TooManyRequests
 */
export async function countLoad(
  limits: RequestLimits,
  { caller, workspaceId }: WorkspaceView,
): Promise<void> {
  const person = await limits.admit({ kind: 'token', id: `pages ${caller.userId}` });
  if (!person.isAdmitted) throw new TooManyRequests('your pages', person.waitMs);
  const workspace = await limits.admit({ kind: 'workspace', id: workspaceId });
  if (workspace.isAdmitted) return;
  await person.withdraw();
  throw new TooManyRequests('this workspace', workspace.waitMs);
}
