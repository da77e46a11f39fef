import type { Queryable } from '../../base/database';

interface Bound {
  readonly workspaceId: string;
  readonly userId: string;
  /** How many rows one person has at most in the workspace; the newest stay. */
  readonly maximum: number;
  readonly now: Date;
}

/** Removes what has expired in the workspace, of anyone, and what one person has too many of there. */
export async function keepNewest(
  database: Queryable,
  table: 'embed_token' | 'embed_session',
  { workspaceId, userId, maximum, now }: Bound,
): Promise<void> {
  const key = table === 'embed_token' ? 'id' : 'secret_hash';
  await database.query(`delete from ${table} where workspace_id = $1 and expires_at <= $2`, [
    workspaceId,
    now,
  ]);
  await database.query(
    `delete from ${table} where workspace_id = $1 and ${key} in (
       select ${key} from ${table} where workspace_id = $1 and user_id = $2
       order by created_at desc, ${key} offset $3
     )`,
    [workspaceId, userId, maximum],
  );
}
