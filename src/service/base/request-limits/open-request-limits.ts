import type { Database } from '../database/database';
import { openOwnRequestLimits } from './own-request-limits';
import type { RateLimits, RequestLimits } from './request-limits';
import { createSharedRequestLimits } from './shared-request-limits';

const defaultRateLimits: RateLimits = { perToken: 1_000, perWorkspace: 10_000 };

interface RequestLimitsOptions {
  /** 1,000 per token and 10,000 per workspace if absent. */
  readonly limits?: RateLimits | undefined;
  /** The time of this machine, or of the database that several processes share, if absent. */
  readonly clock?: (() => Date) | undefined;
}

/** The limits on requests over all processes that use the database. */
export async function openRequestLimits(
  database: Database,
  { limits = defaultRateLimits, clock }: RequestLimitsOptions,
): Promise<RequestLimits> {
  if (database.isShared) return createSharedRequestLimits(database, { limits, clock });
  return openOwnRequestLimits(database, { limits, clock: clock ?? (() => new Date()) });
}
