import { onlyRow } from '../database/database';
import { isDiskFull } from '../database/full-disk';
import type { Database } from '../database/database';
import { keyOf, limitOf, windowMs } from './request-limits';
import { admitInMemory, createLogs } from './own-request-limits';
import type { Admission, Counted, RateLimits, RequestLimits, Subject } from './request-limits';

interface SharedLimitsOptions {
  readonly limits: RateLimits;
  /** The database's own if absent: it is the only one that all processes share. */
  readonly clock?: (() => Date) | undefined;
}

/** How often what no longer counts is cleared away. */
const clearedEveryMs = 60_000;

/**
 * Counts the requests of all processes in the database that they share, to the very request. While its disk has
 * no room for that, each process counts its own.
 */
export function createSharedRequestLimits(
  database: Database,
  { limits, clock }: SharedLimitsOptions,
): RequestLimits {
  const now = () => clock?.().getTime() ?? null;
  const time = () => now() ?? Date.now();
  const ownLogs = createLogs(limits, time);
  let clearedAt = performance.now();

  /** A ring has as many places as its limit: with another limit another one begins. */
  function ringOf(subject: Subject) {
    const limit = limitOf(limits, subject);
    return { limit, key: `${keyOf(subject)} of ${limit}` };
  }

  async function forgetOld(): Promise<void> {
    if (performance.now() - clearedAt < clearedEveryMs) return;
    clearedAt = performance.now();
    await database.query(forgetStatement, [windowMs, now()]);
  }

  async function count(subjects: readonly Subject[]): Promise<Counted> {
    const rings = subjects.map(ringOf).filter(({ limit }) => limit !== Infinity);
    if (rings.length === 0) return { refused: null, waitMs: null };
    const rows = await database.queryPrepared<Counted>(
      'select refused, wait_ms as "waitMs" from admit_requests(1, $1, $2, $3, $4)',
      [rings.map(({ key }) => key), rings.map(({ limit }) => `${limit}`), windowMs, now()],
    );
    return onlyRow(rows);
  }

  const limitOrNull = (limit: number) => (limit === Infinity ? null : limit);

  return {
    countedLimits: () => ({
      perToken: limitOrNull(limits.perToken),
      perWorkspace: limitOrNull(limits.perWorkspace),
      windowMs,
      nowMs: now(),
    }),
    async admit(subjects, counted) {
      try {
        await forgetOld();
        return readAdmission(counted ?? (await count(subjects)), subjects, ringOf);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        return admitInMemory(ownLogs, subjects, time());
      }
    },
    async read(subject) {
      const { limit, key } = ringOf(subject);
      const rows = await database.queryPrepared<{ used: number; waitMs: number }>(readStatement, [
        ...[key, limit === Infinity ? 1 : limit],
        ...[windowMs, now()],
      ]);
      return { limit, ...onlyRow(rows) };
    },
    async clear() {
      await database.query('truncate request_count, request_time');
    },
    close: () => Promise.resolve(),
  };
}

function readAdmission(
  { refused, waitMs }: Counted,
  subjects: readonly Subject[],
  ringOf: (subject: Subject) => { readonly key: string },
): Admission {
  if (refused === null || waitMs === null) return { isAdmitted: true };
  const refusedBy = subjects.find((subject) => ringOf(subject).key === refused);
  if (refusedBy === undefined) throw new Error(`Nothing is counted for ${refused}.`);
  return { isAdmitted: false, refusedBy, waitMs };
}

const nowMs = 'coalesce($4::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)';

const readStatement = `
  with counted as (select ${nowMs} - $3::bigint as since)
  select count(request_time.at)::integer as used,
    greatest(0, coalesce(max(request_time.at) filter (
      where place = (select admitted from request_count where subject = $1) % $2::bigint
    ) - min(since) + 1, 0))::integer as "waitMs"
  from counted left join request_time on subject = $1 and at >= since`;

/**
 * A little later than it could be, so that no clock has to agree with another one. What a request counts for at this
 * moment stays: each would wait for the other.
 */
const forgetStatement = `
  with gone as (
    delete from request_count where subject in (
      select subject from request_count
      where last_at < coalesce($2::bigint, floor(extract(epoch from clock_timestamp()) * 1000)) - 2 * $1::bigint
      for update skip locked
    ) returning subject)
  delete from request_time using gone where request_time.subject = gone.subject`;
