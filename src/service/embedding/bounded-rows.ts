import type { Queryable } from '../database';

interface Bound {
  readonly userId: string;
  /** How many rows one person has at most; the newest stay. */
  readonly maximum: number;
  readonly now: Date;
}

/** Removes what has expired, of anyone, and what one person has too many of. */
export async function keepNewest(
  database: Queryable,
  table: 'embed_token' | 'embed_session',
  { userId, maximum, now }: Bound,
): Promise<void> {
  await database.query(`delete from ${table} where expires_at <= $1`, [now]);
  await database.query(
    `delete from ${table} where user_id = $1 and ctid not in (
       select ctid from ${table} where user_id = $1 order by created_at desc, ctid desc limit $2
     )`,
    [userId, maximum],
  );
}
