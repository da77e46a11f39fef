import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId } from './support/memory-service';
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
    expect(await site.search({ query })).toContain('no access token is saved');
    site.token = 'good-token';
    await site.refresh.request({ kind: 'all' });
    await site.drain();
    expect(await site.search({ query })).toBe(fragment([1]));
  });

  test.each([
    [
      'of one query',
      () => site.refresh.request({ kind: 'now', hashes: [queryHash(assetId, query)] }),
    ],
    ['of everything', () => site.refresh.request({ kind: 'now' })],
  ])('comes after the refresh %s that is under way', async (_, start) => {
    await start();
    site.pass(1);
    expect(await site.refresh.request({ kind: 'all' })).toEqual({ kind: 'queued' });
    expect(await site.refresh.request({ kind: 'all' })).toEqual({ kind: 'queued' });
    await site.drain();
    expect(site.service.calls.map((call) => call.query).slice(-2)).toEqual([query, other]);
    expect(site.service.calls.filter((call) => call.query === query)).toHaveLength(2);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', total: 2 });
  });

  test('begins at once where none is under way', async () => {
    const before = await site.refresh.find();
    const asked = await site.refresh.request({ kind: 'all' });
    const { runId } = (await site.refresh.find()) ?? {};
    expect(asked).toMatchObject({ kind: 'started', run: { runId, phase: 'list' } });
    expect(runId).not.toBe(before?.runId);
  });

  test('asks for nothing twice if its event is delivered three times', async () => {
    site.queue.deliveriesOfEach = 3;
    await site.refresh.request({ kind: 'now', hashes: [queryHash(assetId, query)] });
    site.pass(1);
    await site.refresh.request({ kind: 'all' });
    await site.drain();
    expect(site.service.calls).toHaveLength(3);
  });

  describe.each(['before', 'after'] as const)('begins though the app died %s', (moment) => {
    test.each([1, 2, 3])('write %i', async (number) => {
      await site.queue.push({ kind: 'all', requestedAt: site.clock.now });
      site.service.found.set(query, [objectId(2)]);
      site.pass(1000);
      site.gate.plan(number, moment);
      await site.drain();
      expect(await site.search({ query })).toBe(fragment([2]));
    });
  });
});

test('A search that never had a result gets one not from a refresh but from the next search, as Jira keeps nothing of it', async () => {
  site.token = undefined;
  const never = 'Status = Lost';
  site.service.found.set(never, [objectId(3)]);
  expect(await site.search({ query: never })).toContain('no access token is saved');
  site.pass(dayMs);
  site.token = 'good-token';
  await site.refresh.request({ kind: 'all' });
  await site.drain();
  expect(site.service.calls.map((call) => call.query)).not.toContain(never);
  expect(await site.findWaiting(queryHash(assetId, never))).toBeDefined();
  expect(await site.search({ query: never })).toBe(fragment([3]));
  expect(await site.findWaiting(queryHash(assetId, never))).toBeUndefined();
});

describe('A search that waits for a result', () => {
  beforeEach(async () => {
    site.token = undefined;
    for (let day = 0; day < 9; day += 1) {
      await site.search({ query });
      await site.refreshDaily();
      site.pass(dayMs);
    }
    expect(await site.search({ query })).toContain('no access token is saved');
    site.token = 'good-token';
  });

  test('means its field after a rename also where another way to write it had a result first', async () => {
    site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
    await site.search({ query, field: 'cf[10010]' });
    await site.refresh.request({ kind: 'all' });
    await site.drain();
    expect(await site.search({ query })).toBe(fragment([1]));
  });

  test('goes on waiting where the service fails at it alone', async () => {
    site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
    site.service.trouble = (asked) => (asked === query ? { status: 500 } : undefined);
    await site.refresh.request({ kind: 'all' });
    await site.drain();
    expect(await site.findWaiting(queryHash(assetId, query))).toBeDefined();
    site.service.trouble = () => undefined;
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.search({ query })).toBe(fragment([1]));
  });

  test('waits no more where the service refuses it', async () => {
    site.service.found.set(query, 'invalid');
    await site.refresh.request({ kind: 'all' });
    await site.drain();
    expect(await site.findWaiting(queryHash(assetId, query))).toBeUndefined();
  });
});
