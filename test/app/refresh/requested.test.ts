import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/digests';
import {
  assetId,
  dayMs,
  fragment,
  type RefreshSite,
  siteSearchedYesterday,
} from './support/refresh-site';

const query = 'Status = Active';
const other = 'Status = Retired';
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [query]: [1], [other]: [9] });
  site.service.calls.length = 0;
});

describe('A refresh that a new token asks for', () => {
  test('gives results to searches that were refused', async () => {
    site.token = undefined;
    for (let day = 0; day < 8; day += 1) {
      await site.search({ query });
      await site.refreshDaily();
      site.pass(dayMs);
    }
    expect(await site.search({ query })).toContain('no access token is set');
    site.token = 'good-token';
    await site.refresh.requestAll();
    await site.drain();
    expect(await site.search({ query })).toBe(fragment([1]));
  });

  test.each([
    ['of one query', () => site.refresh.start([queryHash(assetId, query)])],
    ['of everything', () => site.refresh.start()],
  ])('comes after the refresh %s that is under way', async (_, start) => {
    await start();
    site.pass(1);
    await site.refresh.requestAll();
    await site.refresh.requestAll();
    await site.drain();
    expect(site.service.calls.map((call) => call.query).slice(-2)).toEqual([query, other]);
    expect(site.service.calls.filter((call) => call.query === query)).toHaveLength(2);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', total: 2 });
  });

  test('asks for nothing twice where its event is brought three times', async () => {
    site.queue.deliveriesOfEach = 3;
    await site.refresh.start([queryHash(assetId, query)]);
    site.pass(1);
    await site.refresh.requestAll();
    await site.drain();
    expect(site.service.calls).toHaveLength(3);
  });
});
