import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';

/** Failures that cost nothing; after them each one doubles the wait. */
const freeFailures = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
/** Failures this far back no longer count. */
const forgetAfterMs = 60 * 60_000;

/**
 * Slows down guessing the password of one account; accounts do not affect each other. All processes
 * on one database count together, and a restart forgets nothing.
 */
export interface SignInThrottle {
  /**
   * Counts an attempt before its password is checked, so that attempts at the same time count too.
   * Returns how long to wait, in milliseconds; 0 means that the attempt may continue.
   */
  begin(email: string): Promise<number>;
  /** Forgets the failures of an account whose password was right. */
  succeeded(email: string): Promise<void>;
}

export function createSignInThrottle(database: Queryable, clock: () => Date): SignInThrottle {
  return {
    async begin(email) {
      const now = clock();
      await database.query('delete from sign_in_failure where last_at < $1', [
        new Date(now.getTime() - forgetAfterMs),
      ]);
      const counted = await database.query(countAttempt, [hashSecret(email), now]);
      return counted.length > 0 ? 0 : readWaitMs(database, email, now);
    },
    async succeeded(email) {
      await database.query('delete from sign_in_failure where email_hash = $1', [
        hashSecret(email),
      ]);
    },
  };
}

const waitMs = `case when failure.failures < ${freeFailures} then 0
  else least(${firstWaitMs} * 2 ^ (failure.failures - ${freeFailures}), ${longestWaitMs}) end`;
const waitsUntil = `failure.last_at + ${waitMs} * interval '1 millisecond'`;

const countAttempt = `
  insert into sign_in_failure as failure (email_hash, failures, last_at) values ($1, 1, $2)
  on conflict (email_hash) do update set failures = failure.failures + 1, last_at = $2
    where ${waitsUntil} <= $2
  returning failures`;

async function readWaitMs(database: Queryable, email: string, now: Date): Promise<number> {
  const [row] = await database.query<{ until: Date }>(
    `select ${waitsUntil} as until from sign_in_failure as failure where email_hash = $1`,
    [hashSecret(email)],
  );
  return Math.max(0, (row?.until.getTime() ?? 0) - now.getTime());
}
