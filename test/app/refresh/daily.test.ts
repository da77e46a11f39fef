import { beforeEach, describe, expect, test } from 'vitest';
import { findRun, saveRun } from '../../../src/app/refresh/run';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import {
  assetId,
  dayMs,
  hourMs,
  type RefreshSite,
  siteSearchedYesterday,
} from './support/refresh-site';

const query = 'Status = Active';
const other = 'Status = Retired';
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [query]: [1], [other]: [9] });
});

describe('The daily refresh', () => {
  test('runs once if the schedule fires twice', async () => {
    await site.refreshDaily();
    site.service.calls.length = 0;
    site.pass(hourMs);
    await site.refreshDaily();
    expect(site.service.calls).toEqual([]);
  });

  test('comes again the day after, and makes up for a day that was missed', async () => {
    await site.refreshDaily();
    for (const days of [1, 2]) {
      site.pass(days * dayMs);
      site.service.calls.length = 0;
      await site.search({ query });
      await site.refreshDaily();
      expect(site.service.calls.length).toBeGreaterThan(0);
    }
  });

  test('still runs on its day if an admin refreshed everything in between', async () => {
    await site.refreshDaily();
    site.pass(dayMs - hourMs);
    await site.refreshNow();
    site.pass(hourMs);
    site.service.calls.length = 0;
    await site.refreshDaily();
    expect(site.service.calls).toHaveLength(2);
  });

  test('starts over if a run has not moved for half an hour', async () => {
    await site.refresh.request({ kind: 'daily' });
    await site.queue.drain(site.work, site.clock.now);
    site.queue.waiting.length = 0;
    const run = await findRun(site.store);
    await saveRun(site.store, { ...run!, phase: 'queries', finishedAt: undefined });
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done' });
    expect((await site.refresh.find())?.runId).not.toBe(run?.runId);
  });

  test.each([1, 3])(
    'comes after the refresh of one query that is under way on its time, once, with each event brought so often: %i',
    async (deliveries) => {
      site.queue.deliveriesOfEach = deliveries;
      await site.refresh.request({ kind: 'now', hashes: [queryHash(assetId, query)] });
      site.service.calls.length = 0;
      await site.refreshDaily();
      expect(site.service.calls.map((call) => call.query)).toEqual([query, query, other]);
      expect(await site.refresh.find()).toMatchObject({ kind: 'daily', phase: 'done' });
      site.service.calls.length = 0;
      site.pass(hourMs);
      await site.refreshNow([queryHash(assetId, query)]);
      expect(site.service.calls).toHaveLength(1);
    },
  );

  test('comes the day after at its time, however late it was the day before', async () => {
    await site.refreshDaily();
    site.pass(dayMs);
    await site.refresh.request({ kind: 'daily' });
    site.pass(5 * hourMs);
    await site.drain();
    site.service.calls.length = 0;
    site.pass(19 * hourMs);
    await site.refreshDaily();
    expect(site.service.calls).toHaveLength(2);
  });

  test('does not come again where the schedule comes twice while it is under way', async () => {
    await site.refresh.request({ kind: 'daily' });
    await site.refreshDaily();
    site.pass(hourMs);
    site.service.calls.length = 0;
    await site.refreshNow([queryHash(assetId, query)]);
    expect(site.service.calls).toHaveLength(1);
  });
});
