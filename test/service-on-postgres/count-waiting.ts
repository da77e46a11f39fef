import type { Database } from '../../src/service/base/database/database';

/** How many statements wait for a lock that another transaction has. */
export async function countWaiting(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count;
}
