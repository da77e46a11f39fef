import { createHash } from 'node:crypto';
import { createMinuteMemory } from '../access/minute-memory';
import { Problem } from '../replies/problem';
import type { Platform } from '../platform/platform';
import { createStrictCounter } from '../platform/strict-counter';

/** An account by what tells it apart, or all visitors without one. */
export type PortalPerson = readonly string[];
export const visitors: PortalPerson = ['visitors'];

/** How often the portal may call the service: each person, and all people of a site together. */
export interface PortalAllowance {
  /**
   * Takes calls before they are made.
   * @param who tells people apart; `visitors` are all who have no account, whom nothing tells apart
   * @throws {Problem} PORTAL_LIMIT where too many were taken in this minute
   * @throws {StoreError}
   */
  take(who: PortalPerson, calls: number): Promise<void>;
}

interface Dependencies {
  readonly platform: Pick<Platform, 'tenantKey' | 'store'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const minuteMs = 60_000;

/**
 * A token may call 1,000 times in 300 s. Those touch six minutes: of 600 calls for new searches by query
 * and 200 for the refresh, 198 are left.
 */
export const portalCallsPerMinute = { person: 8, visitors: 16, site: 33 };

/**
 * Counts the calls of a person, and of a site. Who was refused is refused from memory until the minute
 * is over. What takes more calls than a person has in a minute, such as a deep path, needs all of
 * theirs. What is taken and not used is lost with the minute.
 */
export function createPortalAllowance({ platform, now }: Dependencies): PortalAllowance {
  const refused = createMinuteMemory<{ readonly until: number }>(now);

  return {
    async take(who, calls) {
      // Accounts leave no trace in the storage.
      const person = createHash('sha256').update(JSON.stringify(who)).digest('hex').slice(0, 32);
      const limit = portalCallsPerMinute[who === visitors ? 'visitors' : 'person'];
      await takeFrom(person, limit, Math.min(calls, limit));
      await takeFrom('site', portalCallsPerMinute.site, calls);
    },
  };

  async function takeFrom(whose: string, limit: number, calls: number): Promise<void> {
    const { store } = platform;
    const key = JSON.stringify([platform.tenantKey(), whose]);
    let { until = 0 } = refused.get(key) ?? {};
    if (until <= now()) {
      const purpose = `portal-calls:${whose}`;
      const counted = { store, now, purpose, windowMs: minuteMs, limits: [limit] };
      const taken = await createStrictCounter(counted).take([calls]);
      if (taken.kind === 'taken') return;
      ({ until } = taken);
      refused.set(key, { until });
    }
    throw new Problem('PORTAL_LIMIT', `Try again in ${inSeconds(until - now())}.`);
  }
}

function inSeconds(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
