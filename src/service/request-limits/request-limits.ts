import { RequestLog } from './request-log';

/** How many requests are let through in any span of {@link windowMs}. */
export interface RateLimits {
  readonly perToken: number;
  readonly perWorkspace: number;
}

export const defaultRateLimits: RateLimits = { perToken: 1_000, perWorkspace: 10_000 };
export const windowMs = 300_000;

/** What requests are counted for. */
export interface Subject {
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

export interface RequestLimitsOptions {
  readonly limits: RateLimits;
  readonly clock: () => Date;
  /** What was counted before the service started. */
  readonly kept?: KeptRequests;
}

/** Few subjects are not worth looking through. */
const smallestSweep = 1_000;

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
  const logs = new Map([...kept].map(([key, times]) => [key, startLog(key, times)]));
  let sweepAt = smallestSweep;
  const now = () => clock().getTime();

  function startLog(key: string, times?: readonly number[]): RequestLog {
    return new RequestLog(limitFor(key), windowMs, times);
  }

  function getLog(key: string): RequestLog {
    const existing = logs.get(key);
    if (existing !== undefined) return existing;
    if (logs.size >= sweepAt) sweep();
    const log = startLog(key);
    logs.set(key, log);
    return log;
  }

  /** Next time when there are twice as many, so that a request pays for one look on average. */
  function sweep(): void {
    for (const [key, log] of logs) if (log.used(now()) === 0) logs.delete(key);
    sweepAt = Math.max(smallestSweep, logs.size * 2);
  }

  function limitFor(key: string): number {
    return key.startsWith('token ') ? limits.perToken : limits.perWorkspace;
  }

  return {
    admit(subject) {
      const log = getLog(keyOf(subject));
      const time = now();
      const waitMs = log.admit(time);
      if (waitMs > 0) return { isAdmitted: false, waitMs };
      return { isAdmitted: true, withdraw: () => log.withdraw(time) };
    },
    read(subject) {
      const key = keyOf(subject);
      const log = logs.get(key);
      const limit = limitFor(key);
      if (log === undefined) return { used: 0, limit, waitMs: 0 };
      return { used: log.used(now()), limit, waitMs: log.waitMs(now()) };
    },
    clear: () => logs.clear(),
    keep: () => new Map([...logs].map(([key, log]) => [key, log.times(now())])),
  };
}

function keyOf({ kind, id }: Subject): string {
  return `${kind} ${id}`;
}
