import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { queries, siteOfEightQueries } from './support/eight-queries';
import { objectId } from './support/memory-service';
import { assetId, configurationOf, fragment, type RefreshSite } from './support/refresh-site';

const [first = '', second = ''] = queries;
let site: RefreshSite;

beforeEach(async () => {
  site = await siteOfEightQueries();
});

describe('A service that fails on some queries for good', () => {
  test.each([3, 7])('is asked for all others, though so many are neighbours: %i', async (count) => {
    const bad = queries.slice(0, count);
    site.service.trouble = (query) => (bad.includes(query) ? { status: 500 } : undefined);
    const last = queries.at(-1) ?? '';
    site.service.found.set(last, [objectId(70)]);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: count, written: 1 });
    expect(await site.search({ query: last })).toBe(fragment([70]));
    for (const query of bad) expect((await site.row(query))?.trouble).toBeDefined();
  });

  test('is asked for all others, where one of them takes most calls of a slice', async () => {
    const workspaces = Array.from(
      { length: 60 },
      (_, index) => `22222222-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    site.jira.configurations.set(assetId, workspaces.map(configurationOf));
    site.service.trouble = (query) => (query === first ? { status: 500 } : undefined);
    await site.refreshNow([queryHash(assetId, first), queryHash(assetId, second)]);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 1, done: 2 });
  });
});

test('A query that fails at the end of a slice says nothing of the service: it is looked at again', async () => {
  const [, , third = ''] = queries;
  site.service.callMs = 41_000;
  site.service.trouble = (query) => (query === third ? { status: 500 } : undefined);
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', done: 8, failed: 1 });
  expect(site.log).toEqual([]);
});

describe('A refresh that cannot repair values', () => {
  test('vouches for the results all the same', async () => {
    site.jira.trouble = (call) => (call === 'searchIssues' ? { status: 503 } : undefined);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
    expect(await site.storedQueries.findLastRun()).toBeDefined();
    expect(site.log).not.toEqual([]);
  });
});
