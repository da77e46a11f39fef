import { LRUCache } from 'lru-cache';
import type { Clock, Platform } from '../platform/platform';

const rememberedMs = 60_000;

export type MinuteMemory<Value extends object> = ReturnType<typeof createMinuteMemory<Value>>;

/**
 * What a function may remember between two invocations, for a minute and at most 1,000 entries. Nothing
 * is shared between installations.
 * @param now milliseconds
 * @see docs/decisions/0008-what-is-kept-in-memory.md
 */
export function createMinuteMemory<Value extends object>(
  { tenantKey }: Pick<Platform, 'tenantKey'>,
  now: Clock,
) {
  const memory = new LRUCache<string, Value>({
    max: 1_000,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: { now },
  });
  const keyOf = (parts: readonly unknown[]) => JSON.stringify([tenantKey(), ...parts]);
  return {
    find: (...parts: unknown[]) => memory.get(keyOf(parts)),
    keep: (value: Value, ...parts: unknown[]) => void memory.set(keyOf(parts), value),
    /** What is remembered, else what `ask` finds, which is remembered unless it is undefined. */
    async findOrAsk(parts: readonly unknown[], ask: () => Promise<Value | undefined>) {
      const key = keyOf(parts);
      const found = memory.get(key) ?? (await ask());
      if (found && !memory.has(key)) memory.set(key, found);
      return found;
    },
  };
}
