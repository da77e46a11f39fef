import type { Database } from '../database';
import { storeRequests, takeRequests } from './kept-requests';
import { keyOf, limitOf, windowMs } from './request-limits';
import type { RateLimits, RequestLimits } from './request-limits';
import { RequestLogs } from './request-logs';

/**
 * Counts the requests of one process in memory: at most as many times per subject as its limit, and
 * only subjects with a request in about the last window. A restart continues with what was counted; where
 * the process breaks off, everybody begins again.
 */
export async function openOwnRequestLimits(
  database: Database,
  { limits, clock }: { readonly limits: RateLimits; readonly clock: () => Date },
): Promise<RequestLimits> {
  const now = () => clock().getTime();
  const logs = new RequestLogs({
    windowMs,
    limitOf: (key) => (key.startsWith('token ') ? limits.perToken : limits.perWorkspace),
    now,
    kept: await takeRequests(database),
  });

  return {
    admit(subject) {
      const log = logs.obtain(keyOf(subject));
      const time = now();
      const waitMs = log.admit(time);
      const withdraw = () => {
        log.withdraw(time);
        return Promise.resolve();
      };
      return Promise.resolve(
        waitMs > 0 ? { isAdmitted: false, waitMs } : { isAdmitted: true, withdraw },
      );
    },
    read(subject) {
      const log = logs.find(keyOf(subject));
      const limit = limitOf(limits, subject);
      const used = log?.used(now()) ?? 0;
      return Promise.resolve({ used, limit, waitMs: log?.waitMs(now()) ?? 0 });
    },
    clear: () => {
      logs.clear();
      return Promise.resolve();
    },
    close: () => storeRequests(database, logs.times()),
  };
}
