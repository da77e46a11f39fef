import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId } from './support/memory-service';
import {
  assetId,
  cityId,
  configurationOf,
  dayMs,
  fragment,
  hourMs,
  siteSearchedYesterday,
  type RefreshSite,
} from './support/refresh-site';
import { findRun, saveRun } from '../../../src/app/refresh/run';

const query = 'Status = Active';
const other = 'Status = Retired';
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [query]: [1], [other]: [9] });
});

describe('A refresh', () => {
  test('gives searches what the service has by now, for both operators, and writes nothing else', async () => {
    await site.search({ query, operator: 'not in' });
    const otherBefore = await site.row(other);
    site.service.found.set(query, [objectId(1), objectId(2)]);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([1, 2]));
    expect(await site.search({ query, operator: 'not in' })).toBe(fragment([1, 2], 'not in'));
    expect(await site.row(query)).toMatchObject({ objectCount: 2, credential: 'token' });
    expect(await site.row(other)).toEqual(otherBefore);
    expect(site.jira.written).toHaveLength(2);
    expect(await site.storedQueries.findLastRun()).toBeDefined();
    expect(await site.refresh.find()).toMatchObject({
      ...{ kind: 'daily', phase: 'done', total: 2, done: 2 },
      ...{ written: 1, unchanged: 1, failed: 0 },
    });
  });

  test('asks once for a query whose calls name the field in different ways', async () => {
    await site.search({ query, field: 'cf[10010]' });
    await site.search({ query, field: 'customfield_10010' });
    await site.search({ query, field: 'asset', operator: 'not in' });
    site.service.calls.length = 0;
    await site.refreshDaily();
    expect(site.service.calls.map((call) => call.query)).toEqual([query, other]);
    expect(await site.row(query)).toMatchObject({
      writtenAs: ['Asset', 'cf[10010]', 'customfield_10010', 'asset'],
    });
  });

  test('leaves out queries that nobody has searched with for six days', async () => {
    site.pass(5 * dayMs);
    await site.search({ query });
    site.service.calls.length = 0;
    await site.refreshDaily();
    expect(site.service.calls.map((call) => call.query)).toEqual([query]);
    expect(await site.refresh.find()).toMatchObject({ total: 2, done: 2, skipped: 1 });
  });

  test('that an admin asks for one query asks for no other, and says that it is fresh', async () => {
    site.service.calls.length = 0;
    const startedAt = site.clock.now;
    await site.refreshNow([queryHash(assetId, query)]);
    expect(site.service.calls.map((call) => call.query)).toEqual([query]);
    expect((await site.row(query))?.computedAt).toBeGreaterThanOrEqual(startedAt);
    expect(await site.storedQueries.findLastRun()).toBeUndefined();
  });

  test('finds the field that was renamed since, by how the query was written', async () => {
    site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
    site.service.found.set(query, [objectId(3)]);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([3]));
    expect(await site.row(query)).toMatchObject({ fieldName: 'Device', objectCount: 1 });
  });

  test('recomputes a query whose field has been reconfigured, and says so in its record', async () => {
    const before = await site.row(query);
    site.jira.configurations.set(assetId, [
      configurationOf('22222222-0000-4000-8000-000000000001'),
    ]);
    await site.refreshDaily();
    expect((await site.row(query))?.configurationDigest).not.toBe(before?.configurationDigest);
  });

  test('removes the result of a query that is now refused, knows that while the service can’t be asked, and restores it later', async () => {
    site.service.found.set(query, 'invalid');
    await site.refreshDaily();
    expect(await site.search({ query })).toContain('The service can’t use the query');
    const trouble = async () => (await site.row(query))?.trouble;
    expect(await trouble()).toMatchObject({
      message: expect.stringContaining('Colour') as string,
      isRefused: true,
    });
    site.service.trouble = () => ({ status: 503 });
    site.pass(dayMs);
    await site.refreshDaily();
    expect((await trouble())?.isRefused).toBe(true);
    site.service.trouble = () => undefined;
    site.service.found.set(query, [objectId(4)]);
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([4]));
    expect(await trouble()).toBeUndefined();
  });

  test('removes the result of a query that finds more than a search can hold', async () => {
    site.service.found.set(
      query,
      Array.from({ length: 1001 }, (_, index) => objectId(index)),
    );
    await site.refreshDaily();
    expect(await site.search({ query })).toContain('more than 1,000 objects');
    expect((await site.row(query))?.trouble?.message).toContain('1,001 objects');
  });

  test('takes queries off the list whose results Jira dropped, unless an admin asks for one query alone', async () => {
    site.pass(5 * dayMs);
    await site.search({ query });
    site.pass(2 * dayMs);
    await site.refreshNow([queryHash(assetId, query)]);
    expect(await site.row(other)).toBeDefined();
    await site.refreshDaily();
    expect(await site.row(query)).toBeDefined();
    expect(await site.row(other)).toBeUndefined();
  });

  test('leaves the results of a field that it can’t see, and counts them', async () => {
    await site.refreshDaily();
    site.pass(dayMs);
    site.jira.fields = site.jira.fields.filter(({ id }) => id !== assetId);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([1]));
    expect(await site.row(query)).toMatchObject({
      isLeftOut: true,
      trouble: { message: expect.stringContaining('can’t see the field') as string },
    });
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', unseen: 2, failed: 0 });
  });

  test('vouches for no result of a field that no refresh has seen', async () => {
    const { rightAt } = (await site.row(query))!;
    site.jira.fields = site.jira.fields.filter(({ id }) => id !== assetId);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([1]));
    expect(await site.row(query)).toMatchObject({ rightAt, isLeftOut: true });
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', unseen: 2 });
  });

  test('takes off what was stored by another version of the app', async () => {
    await site.store.set('query:other', { version: 2, query });
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.store.find('query:other')).toBeUndefined();
  });

  test('does not begin while one is under way', async () => {
    const first = await site.refresh.request({ kind: 'now' });
    const second = await site.refresh.request({ kind: 'now', hashes: [queryHash(assetId, query)] });
    expect(first.kind).toBe('started');
    expect(second).toEqual({ ...first, kind: 'busy' });
    expect(site.queue.waiting).toHaveLength(1);
  });
});

describe('Without a token', () => {
  test('the service is asked for nothing, and results stay for seven days', async () => {
    site.token = undefined;
    site.service.calls.length = 0;
    for (let day = 2; day < 7; day += 1) {
      await site.search({ query });
      await site.refreshDaily();
      expect(await site.search({ query })).toBe(fragment([1]));
      site.pass(dayMs);
    }
    expect(site.service.calls).toEqual([]);
    const told = { phase: 'done', done: 2, unchanged: 0, notAsked: 2, waiting: 0 };
    expect(await site.refresh.find()).toMatchObject(told);
  });

  test('a result gives way after seven days to an error that says when it expired, and waits for someone or a token', async () => {
    site.token = undefined;
    site.pass(4 * dayMs);
    await site.search({ query });
    site.pass(2 * dayMs);
    await site.refreshDaily();
    expect(await site.search({ query })).toMatch(
      /^The result of this search expired on 9 March 2026.* because no access token is saved/,
    );
    expect(await site.row(query)).toBeUndefined();
    const pending = await site.findWaiting(queryHash(assetId, query));
    expect(pending).toMatchObject({ query, fieldName: 'Asset', writtenAs: ['Asset'] });
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', expired: 1 });
    expect(await site.storedQueries.findLastRun()).toBeUndefined();
    site.token = 'good-token';
    await site.refreshNow();
    expect(await site.search({ query })).toBe(fragment([1]));
    expect(await site.row(query)).toMatchObject({ credential: 'token' });
    expect(await site.findWaiting(queryHash(assetId, query))).toBeUndefined();
  });

  test('a query that is still searched with goes on waiting for someone', async () => {
    site.token = undefined;
    await site.passDays(20, query);
    const pending = await site.findWaiting(queryHash(assetId, query));
    expect(pending).toMatchObject({ query });
    const told = { phase: 'done', unchanged: 0, notAsked: 0, waiting: 1 };
    expect(await site.refresh.find()).toMatchObject(told);
  });

  test('a result counts from the last refresh that found it unchanged', async () => {
    site.pass(4 * dayMs);
    await site.search({ query });
    await site.refreshDaily();
    site.token = undefined;
    for (let day = 0; day < 6; day += 1) {
      site.pass(dayMs);
      expect(await site.search({ query })).toBe(fragment([1]));
      await site.refreshDaily();
    }
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.search({ query })).toContain('no access token is saved');
  });

  test("a person's result is computed again by the token once there is one", async () => {
    await site.makePersonal(query);
    await site.refreshDaily();
    expect(await site.row(query)).toMatchObject({ credential: 'token' });
  });
});

test('A query on a cascade is looked for on every level', async () => {
  const levels = [
    {
      levelId: '33333333-0000-4000-8000-000000000001',
      name: 'Country',
      query: '',
      isMultiple: false,
    },
  ];
  const { workspaceId } = configurationOf('11111111-0000-4000-8000-000000000001');
  site.jira.configurations.set(cityId, [{ version: 1, workspaceId, levels }]);
  await site.search({ query, field: 'City' });
  site.service.found.set(query, [objectId(7)]);
  await site.refreshDaily();
  expect(await site.search({ query, field: 'City' })).toBe(
    `"cf[10011].PathId" in ("${objectId(7)}")`,
  );
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
