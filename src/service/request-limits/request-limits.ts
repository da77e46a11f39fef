import { RequestLogs } from './request-logs';

/** How many requests are let through in any span of {@link windowMs}. */
export interface RateLimits {
  readonly perToken: number;
  readonly perWorkspace: number;
}

export const defaultRateLimits: RateLimits = { perToken: 1_000, perWorkspace: 10_000 };
export const windowMs = 300_000;

/** What requests are counted for. */
interface Subject {
  readonly kind: 'token' | 'workspace';
  /** Of a personal access token, of an OAuth grant with all its tokens, or of a workspace. */
  readonly id: string;
}

export type Admission =
  | {
      readonly isAdmitted: true;
      /** Takes the request back, where it is refused for another reason that costs nothing. */
      readonly withdraw: () => void;
    }
  | { readonly isAdmitted: false; readonly waitMs: number };

/** What a subject has used at this moment. */
export interface Use {
  readonly used: number;
  readonly limit: number;
  /** How long until a request is let through; 0: at once. */
  readonly waitMs: number;
}

/** The requests that count, as they are kept between two starts. */
export type KeptRequests = ReadonlyMap<string, readonly number[]>;

export interface RequestLimits {
  /** Counts a request, unless its subject has none left: a refused request does not count. */
  admit(subject: Subject): Admission;
  read(subject: Subject): Use;
  /** Everybody begins anew. */
  clear(): void;
  keep(): KeptRequests;
}

interface RequestLimitsOptions {
  readonly limits: RateLimits;
  readonly clock: () => Date;
  /** What was counted before the service started. */
  readonly kept?: KeptRequests;
}

/**
 * Counts requests in memory: at most as many times per subject as its limit, and only subjects with
 * a request in about the last window.
 * @see docs/service-api.md, "Limits"
 */
export function createRequestLimits({
  limits,
  clock,
  kept = new Map(),
}: RequestLimitsOptions): RequestLimits {
  const now = () => clock().getTime();
  const limitOf = (key: string) =>
    key.startsWith('token ') ? limits.perToken : limits.perWorkspace;
  const logs = new RequestLogs({ windowMs, limitOf, now, kept });

  return {
    admit(subject) {
      const log = logs.obtain(keyOf(subject));
      const time = now();
      const waitMs = log.admit(time);
      if (waitMs > 0) return { isAdmitted: false, waitMs };
      return { isAdmitted: true, withdraw: () => log.withdraw(time) };
    },
    read(subject) {
      const key = keyOf(subject);
      const log = logs.find(key);
      const limit = limitOf(key);
      if (log === undefined) return { used: 0, limit, waitMs: 0 };
      return { used: log.used(now()), limit, waitMs: log.waitMs(now()) };
    },
    clear: () => logs.clear(),
    keep: () => logs.times(),
  };
}

function keyOf({ kind, id }: Subject): string {
  return `${kind} ${id}`;
}
