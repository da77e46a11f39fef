import * as z from 'zod';
import type { Database } from '../database/database';
import { isDiskFull } from '../database/full-disk';
import { keyOf, limitOf, windowMs } from './request-limits';
import type { Admission, RateLimits, RequestLimits, Subject } from './request-limits';

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
  const logs = createLogs(limits, now, await takeRequests(database));

  return {
    countedLimits: () => null,
    admit: (subjects) => Promise.resolve(admitInMemory(logs, subjects, now())),
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
    close: () =>
      storeRequests(database, logs.times()).catch((error: unknown) => {
        if (!isDiskFull(error)) throw error;
      }),
  };
}

/** @param kept what was counted before, by key */
export function createLogs(
  limits: RateLimits,
  now: () => number,
  kept: KeptRequests = new Map(),
): RequestLogs {
  const limitOfKey = (key: string) =>
    key.startsWith('token ') ? limits.perToken : limits.perWorkspace;
  return new RequestLogs({ windowMs, limitOf: limitOfKey, now, kept });
}

/** Counts a request for each of the subjects, or for none where one of them has none left. */
export function admitInMemory(
  logs: RequestLogs,
  subjects: readonly Subject[],
  time: number,
): Admission {
  const counted = subjects.map((subject) => ({ subject, log: logs.obtain(keyOf(subject)) }));
  const refusing = counted.find(({ log }) => log.waitMs(time) > 0);
  if (refusing !== undefined) {
    const { subject: refusedBy, log } = refusing;
    return { isAdmitted: false, refusedBy, waitMs: log.waitMs(time) };
  }
  for (const { log } of counted) log.count(time);
  return { isAdmitted: true };
}

/** Few subjects are not worth looking through. */
const minimumSweepSize = 1_000;

interface RequestLogsOptions {
  readonly windowMs: number;
  readonly limitOf: (key: string) => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** What was counted before, by key. */
  readonly kept: ReadonlyMap<string, readonly number[]>;
}

/** The logs of all subjects with a request in about the last window, by key. */
export class RequestLogs {
  readonly #options: RequestLogsOptions;
  readonly #logs: Map<string, RequestLog>;
  #sweepAt = minimumSweepSize;

  constructor(options: RequestLogsOptions) {
    this.#options = options;
    this.#logs = new Map(
      [...options.kept].map(([key, times]) => [key, this.#startLog(key, times)]),
    );
  }

  /** Undefined if nothing is counted. */
  find(key: string): RequestLog | undefined {
    return this.#logs.get(key);
  }

  /** Begins one where there is none. */
  obtain(key: string): RequestLog {
    const existing = this.#logs.get(key);
    if (existing !== undefined) return existing;
    if (this.#logs.size >= this.#sweepAt) this.#sweep();
    const log = this.#startLog(key);
    this.#logs.set(key, log);
    return log;
  }

  clear(): void {
    this.#logs.clear();
  }

  /** The times of the requests that count now. */
  times(): Map<string, number[]> {
    const now = this.#options.now();
    return new Map([...this.#logs].map(([key, log]) => [key, log.times(now)]));
  }

  #startLog(key: string, times?: readonly number[]): RequestLog {
    return new RequestLog(this.#options.limitOf(key), this.#options.windowMs, times);
  }

  /** Next time when there are twice as many, so that a request pays for one look on average. */
  #sweep(): void {
    const now = this.#options.now();
    for (const [key, log] of this.#logs) if (log.used(now) === 0) this.#logs.delete(key);
    this.#sweepAt = Math.max(minimumSweepSize, this.#logs.size * 2);
  }
}

/**
 * The times of one subject's requests, as long as they matter: epoch milliseconds, ascending, never
 * more than the limit allows. Whatever span of `windowMs` one looks at, no more requests than
 * `limit` were let through in it.
 */
class RequestLog {
  #times: number[];
  /** Where the requests begin that still count; what stands before is cleared away in passing. */
  #start = 0;

  /** @param times what an earlier log had counted, ascending */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    times: readonly number[] = [],
  ) {
    this.#times = [...times];
  }

  /** Counts a request that is let through. */
  count(now: number): void {
    this.#times.push(now);
  }

  /** How many milliseconds until a request is let through; 0: at once. */
  waitMs(now: number): number {
    this.#forget(now);
    const blocking = this.#times[this.#times.length - this.limit];
    const isFree = this.used(now) < this.limit || blocking === undefined;
    return isFree ? 0 : blocking + this.windowMs + 1 - now;
  }

  /** How many requests count at this time. */
  used(now: number): number {
    this.#forget(now);
    return this.#times.length - this.#start;
  }

  /** The requests that count at this time. */
  times(now: number): number[] {
    this.#forget(now);
    return this.#times.slice(this.#start);
  }

  /** The clock cuts off fractions, so a request counts until more than the window has passed. */
  #forget(now: number): void {
    this.#followClockBack(now);
    while ((this.#times[this.#start] ?? Infinity) + this.windowMs < now) this.#start += 1;
    if (this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
  }

  /** After the clock was set back nobody waits longer than the window, and nothing is forgotten. */
  #followClockBack(now: number): void {
    const newest = this.#times.at(-1);
    if (newest === undefined || newest <= now) return;
    this.#times = this.#times.map((time) => Math.min(time, now));
  }
}

/** The requests that count, as they are kept between two starts: by subject, in epoch milliseconds. */
type KeptRequests = ReadonlyMap<string, readonly number[]>;

const times = z.array(z.number());

/** What {@link storeRequests} stored; it is there once. */
export async function takeRequests(database: Database): Promise<KeptRequests> {
  const rows = await database.query<{ subject: string; times: unknown }>(
    'delete from request_log returning subject, times',
  );
  return new Map(rows.map((row) => [row.subject, times.parse(row.times)]));
}

/** Stores what the limits have counted, so that a restart gives nobody more. */
async function storeRequests(database: Database, requests: KeptRequests): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const [subject, counted] of requests) {
      if (counted.length === 0) continue;
      await transaction.query('insert into request_log (subject, times) values ($1, $2::jsonb)', [
        subject,
        JSON.stringify(counted),
      ]);
    }
  });
}
