import { LRUCache } from 'lru-cache';

const rememberedMs = 60_000;

/**
 * What a function may remember between two invocations, for a minute and at most 1,000 entries. Keys
 * begin with the installation, so that nothing is shared between sites.
 * @param now milliseconds
 * @see docs/decisions/0008-what-is-kept-in-memory.md
 */
export function createMinuteMemory<Value extends object>(
  now: () => number,
): LRUCache<string, Value> {
  return new LRUCache({ max: 1_000, ttl: rememberedMs, ttlResolution: 0, perf: { now } });
}
