import { onlyRow } from '../../base/database';
import type { Queryable } from '../../base/database';
import { showMegabytes } from '../../base/files/storage-budgets';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import type { WorkspaceView } from '../permissions/workspace-view';
import { invalid } from '../../base/refusals/refusal';
import type { Refusal } from '../../base/refusals/refusal';
import { isUnheld } from './contents';

interface AnnouncedBytes {
  readonly fileSize: number;
  readonly now: Date;
  readonly storageBudgets: StorageBudgets;
}

/**
 * Announcements of a person, and in a workspace, are made one after the other until the transaction ends, so
 * that several at once don't make more of them.
 */
export async function assertWithinBudgets(
  transaction: Queryable,
  { caller: { userId }, workspaceId }: WorkspaceView,
  { fileSize, now, storageBudgets }: AnnouncedBytes,
): Promise<void> {
  await transaction.query('select from account where id = $1 for no key update', [userId]);
  await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
  const { ofPerson, ofWorkspace } = onlyRow(
    await transaction.query<{ ofPerson: number; ofWorkspace: number }>(
      `select
         coalesce(sum(file_size) filter (where announced_by = $1), 0)::bigint as "ofPerson",
         coalesce(sum(file_size) filter (where workspace_id = $2), 0)::bigint as "ofWorkspace"
       from content
       where (announced_by = $1 or workspace_id = $2) and ${isUnheld}
         and (not awaits_upload or upload_expires_at > $3 or upload_until > $3)`,
      [userId, workspaceId, now],
    ),
  );
  const { unusedBytesPerPerson, unusedBytesPerWorkspace } = storageBudgets;
  if (ofPerson + fileSize > unusedBytesPerPerson) {
    throw overBudget(fileSize, 'You can have', unusedBytesPerPerson);
  }
  if (ofWorkspace + fileSize > unusedBytesPerWorkspace) {
    throw overBudget(fileSize, 'A workspace can have', unusedBytesPerWorkspace);
  }
}

function overBudget(fileSize: number, who: string, budgetBytes: number): Refusal {
  return invalid(
    `${who} up to ${showMegabytes(budgetBytes)} in files that no object uses. Use the uploaded files in objects, or wait: unused files are removed after 24 hours.`,
    [
      {
        fieldIdentifier: 'fileSize',
        violationType: 'TOO_MANY',
        invalidValue: String(fileSize),
        domain: 'CONTENT',
      },
    ],
  );
}
