import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import type { QueryRecord } from '../../../src/app/stored-queries/query-record';
import { takeSeat } from '../../../src/app/stored-queries/waiting-seats';
import { InvocationGate } from '../refresh/support/invocation-gate';
import { MemoryStore } from '../refresh/support/memory-store';

const fieldId = 'customfield_10010';
const hashOf = (query: string) => queryHash(fieldId, query);
const [first, second] = [hashOf('first'), hashOf('second')];

/** A site where 499 queries wait, and one has just left the last of the 500 places. */
function createSite() {
  const clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
  const now = () => clock.now;
  const store = new MemoryStore(new InvocationGate(), now);
  const waiting = new Set<string>();
  const record = (): QueryRecord => ({
    ...{ version: 1, query: '', fieldId, fieldName: 'Asset', writtenAs: [] },
    waiting: { askedAt: clock.now, sources: [] },
  });
  const find = (hash: string) => Promise.resolve(waiting.has(hash) ? record() : undefined);
  return { clock, waiting, parts: { store, now, storedQueries: { find } } };
}
let site: ReturnType<typeof createSite>;

beforeEach(async () => {
  site = createSite();
  for (let number = 0; number < 500; number += 1) {
    const hash = hashOf(`State = ${number}`);
    site.waiting.add(hash);
    await takeSeat(site.parts, hash);
  }
  site.waiting.delete(hashOf('State = 0'));
  site.clock.now += 2 * 60_000;
});

describe('The last place that is free', () => {
  test('goes to one of two queries that find it at once', async () => {
    let another: boolean | undefined;
    // Between what the second one reads and what it writes, the first one takes the place.
    const find = async (hash: string) => {
      const record = await site.parts.storedQueries.find(hash);
      if (!record) another ??= await takeSeat(site.parts, first);
      return record;
    };
    const isTaken = await takeSeat({ ...site.parts, storedQueries: { find } }, second);
    expect({ another, isTaken }).toEqual({ another: true, isTaken: false });
  });

  test('is taken before its record says that the query waits, and free again if it never does', async () => {
    expect(await takeSeat(site.parts, first)).toBe(true);
    expect(await takeSeat(site.parts, second)).toBe(false);
    expect(await takeSeat(site.parts, second)).toBe(false);
    site.clock.now += 2 * 60_000;
    expect(await takeSeat(site.parts, second)).toBe(true);
  });

  test('is free for many queries, one after the other', async () => {
    for (const query of ['a', 'b', 'c']) {
      expect(await takeSeat(site.parts, hashOf(query))).toBe(true);
      site.clock.now += 2 * 60_000;
    }
  });
});
