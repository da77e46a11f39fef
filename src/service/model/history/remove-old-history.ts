import type { Database } from '../../base/database/database';

/** Few enough that nobody waits long for them. */
const removedAtOnce = 1_000;

/** Removes the entries of before a moment. Numbers rise with the time, so each workspace's oldest entries come first. */
export async function removeOldHistory(database: Database, keptSince: Date): Promise<void> {
  const workspaces = await database.query<{ id: string }>(
    `select id from workspace
     where (select at from history where workspace_id = workspace.id order by number limit 1) < $1`,
    [keptSince],
  );
  for (const { id } of workspaces) {
    let removed: unknown[];
    do {
      removed = await database.query(removeStatement, [id, keptSince]);
    } while (removed.length === removedAtOnce);
  }
}

const removeStatement = `
  delete from history where workspace_id = $1 and at < $2 and number in (
    select number from history where workspace_id = $1 order by number limit ${removedAtOnce}
  ) returning 1`;
