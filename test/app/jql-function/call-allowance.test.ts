import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/app/platform/storage';
import { cascadeOf, createSearchSite, manyIds, uuid, type SearchSite } from './support/search-site';

const minuteMs = 60_000;
const tooMany = 'Too many new searches are running at the moment. Search again in a minute.';

let site: SearchSite;
beforeEach(() => {
  site = createSearchSite();
});

/** Searches with so many queries at the same time, as one search of many calls does. */
async function searchAll(count: number, from = 0): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => site.search(`Status = "State ${from + index}"`)),
  );
  return answers.flatMap((answer) => ('error' in answer ? [answer.error] : []));
}

const refusal = (error: string) => ({ error, storeErrorAsPrecomputation: false });

describe('New searches', () => {
  test('take 100 calls of the service in a minute at most, also all at once', async () => {
    const errors = await searchAll(500);
    expect(site.service.searches.length).toBeLessThanOrEqual(100);
    expect(new Set(errors)).toEqual(new Set([tooMany]));
  });

  test('take 600 calls at most in any 300 seconds, whatever is asked', async () => {
    const askedAt: number[] = [];
    site.service.answer = () => {
      askedAt.push(site.clock.now);
      return [uuid(1)];
    };
    for (let round = 0; round < 60; round += 1) {
      await searchAll(50, round * 50);
      site.clock.now += 10_000;
    }
    const countFrom = (start: number) =>
      askedAt.filter((at) => at >= start && at < start + 300_000).length;
    expect(Math.max(...askedAt.map(countFrom))).toBeLessThanOrEqual(600);
    expect(askedAt.length).toBeGreaterThan(1_000);
  });

  test('are computed again in the next minute', async () => {
    for (let index = 0; index < 100; index += 1) await searchAll(1, index);
    expect(await searchAll(1, 100)).toEqual([tooMany]);
    site.clock.now += minuteMs;
    expect(await searchAll(1, 100)).toEqual([]);
  });

  test('take 20 seconds of the service in a minute, and what is running then', async () => {
    site.service.answer = () => {
      site.clock.now += 5_000;
      return [uuid(1)];
    };
    for (let index = 0; index < 4; index += 1) expect(await searchAll(1, index)).toEqual([]);
    site.clock.now -= 10_000;
    expect(await searchAll(1, 4)).toEqual([tooMany]);
    expect(site.service.searches).toHaveLength(4);
    site.clock.now += minuteMs;
    expect(await searchAll(1, 4)).toEqual([]);
  });

  test('that the service refuses take its time too', async () => {
    site.service.answer = () => {
      site.clock.now += 7_000;
      return { status: 400, message: 'This query would take too long.' };
    };
    for (let index = 0; index < 3; index += 1) await searchAll(1, index);
    expect(await searchAll(1, 3)).toEqual([tooMany]);
    expect(site.service.searches).toHaveLength(3);
  });

  test('count each page of a large result', async () => {
    site.service.answer = () => manyIds(1_000);
    for (let index = 0; index < 30; index += 1) await searchAll(1, index);
    expect(site.service.searches).toHaveLength(100);
  });

  test('that are refused leave room for those that fit', async () => {
    const cities = Array.from({ length: 90 }, (_, index) =>
      cascadeOf({ workspaceId: uuid(index) }),
    );
    site.jira.configurations.set('customfield_10011', cities);
    expect(await searchAll(20)).toEqual([]);
    for (let index = 0; index < 10; index += 1) {
      expect(await site.search(`Area > ${index}`, 'City')).toEqual(refusal(tooMany));
    }
    expect(await searchAll(80, 20)).toEqual([]);
    expect(await searchAll(1, 100)).toEqual([tooMany]);
  });

  test('cost the storage no list and one write for the count, where one page answers', async () => {
    await searchAll(1);
    const [lists, writes] = [site.store.lists, site.gate.writes];
    await searchAll(1, 1);
    expect(site.store.lists - lists).toBe(0);
    // The count and the record.
    expect(site.gate.writes - writes).toBe(2);
  });

  test('are answered uncounted where the storage fails', async () => {
    site.store.setIfAbsent = () => Promise.reject(new StoreError('UNKNOWN'));
    expect(await searchAll(1)).toEqual([]);
    expect(site.logLines).toEqual([expect.stringContaining('StoreError')]);
  });
});

describe('After the service refused a search because of too many requests', () => {
  const resting = () => {
    site.service.answer = () => ({ status: 429, retryAfter: '90' });
    return searchAll(1);
  };

  test('no search asks it until its time is over, and each says how long that is', async () => {
    await resting();
    site.service.answer = () => [uuid(1)];
    site.clock.now += 20_000;
    expect(await searchAll(2, 1)).toEqual([
      expect.stringContaining('in 2 minutes'),
      expect.stringContaining('in 2 minutes'),
    ]);
    expect(site.service.searches).toHaveLength(1);
    site.clock.now += 70_000;
    expect(await searchAll(1, 1)).toEqual([]);
  });

  test('a person with an own account still may', async () => {
    await resting();
    site.credentials.token = undefined;
    expect(await searchAll(1, 1)).toEqual([expect.stringContaining('no access token is saved')]);
  });

  test('is left alone for an hour at most', async () => {
    site.service.answer = () => ({ status: 429, retryAfter: '999999' });
    await searchAll(1);
    site.service.answer = () => [uuid(1)];
    site.clock.now += 60 * minuteMs;
    expect(await searchAll(1, 1)).toEqual([]);
  });
});
