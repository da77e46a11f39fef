import { createHash } from 'node:crypto';
import { createMinuteMemory } from '../access/minute-memory';
import { Problem } from '../replies/problem';
import type { Platform } from '../platform/platform';

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

/** The list may lag behind by some moments, so this many further places are tried. */
const furtherTries = 8;

/**
 * Each call takes a place of its minute that was free, which of several at once only one gets: never
 * too many are taken, and some too few at worst. Who was refused is refused from memory until the
 * minute is over. What takes more calls than a person has in a minute, such as a deep path, needs all of
 * theirs. What is taken and not used is lost with the minute.
 * @see docs/platform-assumptions.md, 49 and 53
 */
export function createPortalAllowance({ platform, now }: Dependencies): PortalAllowance {
  const refused = createMinuteMemory<object>(now);

  return {
    async take(who, calls) {
      const minute = Math.floor(now() / minuteMs);
      // Accounts leave no trace in the storage.
      const person = createHash('sha256').update(JSON.stringify(who)).digest('hex').slice(0, 32);
      const limit = portalCallsPerMinute[who === visitors ? 'visitors' : 'person'];
      await takeFrom(`portal-calls:${minute}:${person}:`, limit, Math.min(calls, limit));
      await takeFrom(`portal-calls:${minute}:site:`, portalCallsPerMinute.site, calls);
    },
  };

  async function takeFrom(prefix: string, limit: number, calls: number): Promise<void> {
    const key = JSON.stringify([platform.tenantKey(), prefix]);
    if (!refused.has(key) && (await claim(prefix, limit, calls))) return;
    refused.set(key, {});
    const seconds = Math.ceil((minuteMs - (now() % minuteMs)) / 1000);
    throw new Problem('PORTAL_LIMIT', `Try again in ${inSeconds(seconds)}.`);
  }

  async function claim(prefix: string, limit: number, calls: number): Promise<boolean> {
    const { entries } = await platform.store.list(prefix);
    const taken = new Set(entries.map(({ key }) => key));
    const places = Array.from({ length: limit }, (_, place) => `${prefix}${place}`);
    const free = shuffled(places.filter((place) => !taken.has(place)));
    if (free.length < calls) return false;
    let missing = calls;
    for (const place of free.slice(0, calls + furtherTries)) {
      if (missing === 0) break;
      if (await platform.store.setIfAbsent(place, 1, { ttlSeconds: 120 })) missing -= 1;
    }
    return missing === 0;
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

function inSeconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
