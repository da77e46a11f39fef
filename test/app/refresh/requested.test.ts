import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId } from './support/memory-service';
import {
  assetId,
  dayMs,
  fragment,
  hourMs,
  RefreshSite,
  siteSearchedYesterday,
} from './support/refresh-site';
import { removedText } from '../../../src/app/refresh/refresh-texts';
import { createRefresh } from '../../../src/app/refresh/refresh';
import { InvocationGate } from './support/invocation-gate';
import { MemoryQueue } from './support/memory-queue';
import { MemoryStore } from './support/memory-store';

const query = 'Status = Active';
const other = 'Status = Retired';
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [query]: [1], [other]: [9] });
  site.service.calls.length = 0;
});

describe('A refresh that a new token asks for', () => {
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
    await site.passDays(9, query);
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

describe('A stored result that an admin removes', () => {
  const hash = queryHash(assetId, query);

  test('is gone for searches and from the list, and comes back with the next refresh only if someone searched with it since', async () => {
    await site.refresh.forget(hash);
    await site.drain();
    expect(await site.row(query)).toBeUndefined();
    expect(await site.search({ query })).toBe(removedText);
    await site.refresh.forget(hash);
    await site.drain();
    await site.refreshNow();
    expect(await site.row(query)).toBeUndefined();
    site.pass(hourMs);
    await site.search({ query });
    await site.refreshNow();
    expect(await site.search({ query })).toBe(fragment([1]));
  });

  test('stays away also where the app says so in other words by now', async () => {
    await site.refresh.forget(hash);
    await site.drain();
    site.jira.precomputations = site.jira.precomputations.map((precomputation) => ({
      ...precomputation,
      error: 'The result was removed.',
    }));
    await site.refreshNow();
    expect(await site.row(query)).toBeUndefined();
    expect(await site.search({ query })).toBe('The result was removed.');
  });

  test('waits for someone where there is no token by the time that people search with it', async () => {
    await site.refresh.forget(hash);
    await site.drain();
    site.token = undefined;
    await site.refreshNow();
    expect(await site.findWaiting(hash)).toBeUndefined();
    site.pass(hourMs);
    await site.search({ query });
    await site.refreshNow();
    expect(await site.search({ query })).toContain('no access token is saved');
    expect(await site.findWaiting(hash)).toMatchObject({ query });
  });

  test('is not brought back by a refresh that is under way', async () => {
    site.service.found.set(query, [objectId(9)]);
    let refusals = 1;
    site.service.trouble = () => (refusals-- > 0 ? { status: 429, retryAfter: '60' } : undefined);
    await site.refresh.request({ kind: 'now' });
    await site.drain(site.clock.now);
    expect(await site.refresh.find()).toMatchObject({ phase: 'queries', done: 0 });
    await site.refresh.forget(hash);
    await site.drain();
    expect(await site.search({ query })).toBe(removedText);
  });

  test('is removed in the end if Jira refuses at first, and is listed until then', async () => {
    for (const { id } of site.jira.precomputations) site.jira.unwritable.add(id);
    await site.refresh.forget(hash);
    await site.drain(site.clock.now);
    expect(await site.row(query)).toBeDefined();
    expect(await site.search({ query })).toBe(fragment([1]));
    site.jira.unwritable.clear();
    await site.drain();
    expect(await site.row(query)).toBeUndefined();
    expect(await site.search({ query })).toBe(removedText);
  });

  test('is removed in the end where Jira does not answer at first', async () => {
    let refusals = 2;
    site.jira.trouble = () => (refusals-- > 0 ? { status: 429, retryAfterMs: 5000 } : undefined);
    await site.refresh.forget(hash);
    await site.drain();
    expect(await site.row(query)).toBeUndefined();
  });
});

test('The app tells of a refresh whose events are lost as failed, and begins another one when asked', async () => {
  const clock = { now: 1_000_000 };
  const gate = new InvocationGate();
  const now = () => clock.now;
  const platform = {
    store: new MemoryStore(now, gate),
    refreshQueue: new MemoryQueue(gate, clock),
  };
  const refresh = createRefresh({ platform, now });
  const started = await refresh.request({ kind: 'now' });
  const { runId } = (await refresh.find())!;
  expect(started).toMatchObject({ kind: 'started', run: { runId } });
  expect(await refresh.find()).toMatchObject({ runId, phase: 'list' });
  clock.now += 31 * 60_000;
  expect(await refresh.find()).toMatchObject({ runId, phase: 'failed', finishedAt: 1_000_000 });
  expect(await refresh.request({ kind: 'now' })).toMatchObject({
    kind: 'started',
    run: { phase: 'list' },
  });
  expect(await refresh.find()).not.toMatchObject({ runId });
});

test('A refresh is under way for half an hour after its first event, even after one that came at once', async () => {
  const site = new RefreshSite();
  await site.refresh.request({ kind: 'now' });
  site.gate.plan(1, 'after');
  await site.drain(site.clock.now);
  site.gate.revive();
  site.pass(10 * 60_000);
  expect(await site.refresh.find()).toMatchObject({ phase: 'list' });
  site.pass(21 * 60_000);
  expect(await site.refresh.find()).toMatchObject({ phase: 'failed' });
});

test('A stored result of a query that differs for each person is removed without asking the service', async () => {
  const site = new RefreshSite();
  const query = 'Owner = user("${emailCurrentUser}")';
  const { now } = site.clock;
  site.jira.precomputations.push({
    ...{ id: 'personal', operator: 'in', arguments: [query, 'Asset'], value: fragment([1]) },
    ...{ updated: now, used: now },
  });
  site.pass(dayMs);
  await site.refreshDaily();
  expect(await site.search({ query })).toContain('everyone who searches shares');
  expect(site.service.calls).toEqual([]);
});
