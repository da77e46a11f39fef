import { describe, expect, test } from 'vitest';
import { objectId } from './support/memory-service';
import { dayMs, RefreshSite, storeQueries } from './support/refresh-site';

describe('A refresh of 500 stored queries, 100 of them distinct', async () => {
  const site = new RefreshSite();
  const queries = await storeQueries(site, 100);
  site.pass(dayMs);
  site.service.calls.length = 0;
  const rowsBefore = await rowTexts(site);
  const changed = queries[40] ?? '';
  site.service.found.set(changed, [objectId(7000)]);
  await site.refreshDaily();

  test('asks 100 queries, each once, without a refusal', () => {
    expect(site.service.calls.map(({ query }) => query).sort()).toEqual([...queries].sort());
    expect(site.service.calls.every(({ status }) => status === 200)).toBe(true);
    expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
  });

  test('does not write unchanged ones', async () => {
    expect(new Set(site.jira.written).size).toBe(5);
    expect(site.jira.written).toHaveLength(5);
    const rows = await rowTexts(site);
    expect([...rows].filter((row) => !rowsBefore.has(row))).toHaveLength(1);
    expect(await site.refresh.find()).toMatchObject({ total: 100, written: 1, unchanged: 99 });
  });
});

test('Queries beyond the limit of 300 seconds wait for the next 300 seconds, even past the end of a run', async () => {
  const site = new RefreshSite();
  await storeQueries(site, 230);
  site.pass(dayMs);
  site.service.calls.length = 0;
  await site.refreshDaily();
  await site.refreshNow();
  expect(site.service.calls).toHaveLength(460);
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', unchanged: 230 });
});

test('Calls of an app that died while it asked count too', async () => {
  const site = new RefreshSite();
  await storeQueries(site, 230);
  site.pass(dayMs);
  site.service.calls.length = 0;
  site.service.callMs = 1;
  const deaths = [90, 130, 150];
  site.service.trouble = () => {
    if (deaths.includes(site.service.calls.length)) site.gate.plan(1);
    return undefined;
  };
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', unchanged: 230 });
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
});

test('Queries that ask for several pages keep to the same bound, and none is asked in vain', async () => {
  const site = new RefreshSite();
  const queries = await storeQueries(site, 50);
  const many = Array.from({ length: 900 }, (_, index) => objectId(index));
  for (const query of queries) site.service.found.set(query, many);
  site.pass(dayMs);
  await site.refreshNow();
  site.pass(dayMs);
  site.service.calls.length = 0;
  await site.refreshNow();
  expect(site.service.calls).toHaveLength(50 * 5);
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
});

async function rowTexts(site: RefreshSite): Promise<Set<string>> {
  site.store.catchUp();
  const texts = new Set<string>();
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await site.storedQueries.list(cursor);
    for (const row of page.rows) texts.add(JSON.stringify(row));
    cursor = page.nextCursor;
  }
  return texts;
}
