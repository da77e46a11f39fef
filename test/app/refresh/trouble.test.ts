import { beforeEach, describe, expect, test } from 'vitest';
import { createCallPool } from '../../../src/app/access/call-pool';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { queries, resultsAreAsTheyWere, siteOfEightQueries } from './support/eight-queries';
import { goodToken, objectId } from './support/memory-service';
import {
  assetId,
  configurationOf,
  dayMs,
  fragment,
  hourMs,
  type RefreshSite,
} from './support/refresh-site';

const minuteMs = 60_000;
const [first = '', second = '', third = ''] = queries;
let site: RefreshSite;

beforeEach(async () => {
  site = await siteOfEightQueries();
  site.service.calls.length = 0;
});

describe('A service that is down', () => {
  test('for a day leaves results as they are, is asked less and less, says so, and is asked again the day after', async () => {
    site.service.trouble = () => ({ status: 503 });
    const since = site.clock.now;
    await site.refreshDaily();
    expect(site.clock.now - since).toBeGreaterThan(30 * minuteMs);
    expect(site.service.calls.length).toBeLessThanOrEqual(30);
    await resultsAreAsTheyWere(site);
    expect(await site.refresh.find()).toMatchObject({ phase: 'failed', failed: queries.length });
    expect((await site.refresh.find())?.message).toContain('failed to answer');
    for (const query of queries) {
      expect((await site.row(query))?.trouble?.since).toBeGreaterThanOrEqual(since);
    }
    expect(await site.storedQueries.findLastRun()).toBeUndefined();
    site.service.trouble = () => undefined;
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
    for (const query of queries) expect((await site.row(query))?.trouble).toBeUndefined();
  });

  test('for a few minutes is given time to recover', async () => {
    const upAt = site.clock.now + 4 * minuteMs;
    site.service.trouble = () => (site.clock.now < upAt ? { status: 502 } : undefined);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({
      ...{ phase: 'done', done: queries.length, unchanged: queries.length, failed: 0 },
    });
    for (const query of queries) expect((await site.row(query))?.trouble).toBeUndefined();
  });

  test('for one request does not trouble its query', async () => {
    let refusals = 1;
    site.service.trouble = () => (refusals-- > 0 ? { status: 502 } : undefined);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
    expect((await site.row(first))?.trouble).toBeUndefined();
  });

  test('for one query alone leaves that as it is, with the first and the last time of its trouble', async () => {
    site.service.trouble = (query) => (query === second ? { status: 500 } : undefined);
    const since = site.clock.now;
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 1 });
    await resultsAreAsTheyWere(site);
    const trouble = (await site.row(second))?.trouble;
    expect(trouble?.isRefused).toBe(false);
    expect(trouble?.since).toBeLessThan(since + 5 * minuteMs);
    site.pass(dayMs);
    await site.refreshDaily();
    const again = (await site.row(second))?.trouble;
    expect(again?.since).toBe(trouble?.since);
    expect(again?.triedAt).toBeGreaterThanOrEqual(since + dayMs);
  });
});

describe('A refresh that waits, and ends', () => {
  const refusing = (status: number) => () => (site.service.trouble = () => ({ status }));
  const jiraRefusing = (status: number) => () => (site.jira.trouble = () => ({ status }));
  test.each([
    ['the service is down', refusing(503), 'serviceDown', 'The service failed to answer'],
    ['the service is busy', refusing(429), 'serviceBusy', 'there were too many'],
    ['Jira is down', jiraRefusing(503), 'jiraDown', 'Jira failed to answer'],
  ])('says the one reason, where %s', async (_, fail, waitReason, message) => {
    fail();
    await site.refresh.request({ kind: 'daily' });
    await site.drain(site.clock.now + 1_000);
    expect(await site.refresh.find()).toMatchObject({ waitReason });
    await site.drain();
    const run = await site.refresh.find();
    expect(run).toMatchObject({ phase: 'failed' });
    expect(run).not.toHaveProperty('waitReason');
    expect(run?.message).toContain(message);
  });
});

describe('A token that the service refuses', () => {
  test('leaves results as they are, and no further query is asked', async () => {
    site.service.acceptsToken = false;
    await site.refreshDaily();
    await resultsAreAsTheyWere(site);
    expect(site.service.calls).toHaveLength(1);
    const run = await site.refresh.find();
    expect(run).toMatchObject({ phase: 'failed', done: queries.length, failed: 0 });
    expect(run?.message).toContain('doesn’t accept the app’s access token');
    expect((await site.row(third))?.isLeftOut).toBe(true);
    expect((await site.row(third))?.trouble).toBeUndefined();
  });
});

describe('A wait that is asked for', () => {
  test('by the service is respected, in the queue and not by sleeping', async () => {
    let refusals = 1;
    site.service.trouble = (query) =>
      query === second && refusals-- > 0 ? { status: 429, retryAfter: '1200' } : undefined;
    const startedAt = site.clock.now;
    await site.refresh.request({ kind: 'daily' });
    await site.drain(startedAt + minuteMs);
    const run = await site.refresh.find();
    expect(run?.waitingUntil).toBeGreaterThanOrEqual(startedAt + 1200_000);
    expect(run).toMatchObject({ phase: 'queries', done: 1 });
    const callsBefore = site.service.calls.length;
    await site.drain(startedAt + 1199_000);
    expect(site.service.calls).toHaveLength(callsBefore);
    await site.drain();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
  });

  test('for Jira’s hourly limit, once it is near, ends with the hour, for a refresh and other tasks', async () => {
    const nextHour = Math.ceil((site.clock.now + 1) / hourMs) * hourMs;
    site.jira.nearLimitUntil = nextHour;
    site.service.found.set(first, [objectId(70)]);
    await site.refresh.request({ kind: 'now' });
    await site.refresh.forget(queryHash(assetId, second));
    await site.drain(site.clock.now + 600_000);
    const facts = await site.refresh.find();
    expect(facts).toMatchObject({ waitReason: 'jiraLimit', waitingUntil: nextHour });
    await site.drain();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
    expect(await site.search({ query: first })).toBe(fragment([70]));
    expect(await site.search({ query: second })).toContain('removed');
    expect(site.log).toEqual([]);
  });

  test('by Jira is kept to', async () => {
    let refusals = 1;
    site.jira.trouble = (call) =>
      call === 'updatePrecomputations' && refusals-- > 0
        ? { status: 429, retryAfterMs: 2000_000 }
        : undefined;
    site.service.found.set(first, [objectId(70)]);
    const startedAt = site.clock.now;
    await site.refreshDaily();
    expect(await site.search({ query: first })).toBe(fragment([70]));
    expect(site.clock.now - startedAt).toBeGreaterThanOrEqual(2000_000);
  });

  test('without an end leaves results as they are in the end', async () => {
    site.service.trouble = () => ({ status: 429, retryAfter: '300' });
    await site.refreshDaily();
    await resultsAreAsTheyWere(site);
    expect((await site.refresh.find())?.message).toContain('too many');
  });
});

test('Jira that fails and names a short time again and again ends the run, and is logged', async () => {
  site.jira.trouble = (call) =>
    call === 'listPrecomputations' ? { status: 503, retryAfterMs: 5_000 } : undefined;
  await site.refresh.request({ kind: 'now' });
  await site.drain(site.clock.now + 10 * hourMs);
  expect(await site.refresh.find()).toMatchObject({ phase: 'failed' });
  expect(site.log).toHaveLength(5);
});

test('Jira that does not answer ends the run in the end, and the next begins anew', async () => {
  site.jira.trouble = (call) => (call === 'listPrecomputations' ? { status: 500 } : undefined);
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'failed' });
  site.jira.trouble = () => undefined;
  await site.refreshNow();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done' });
});

test('Calls that people have used up keep the refresh waiting, and it goes on by itself', async () => {
  const { store, clock } = site;
  const platform = { store, tenantKey: () => 'site' };
  const pool = createCallPool({ platform, now: () => clock.now });
  const since = clock.now;
  for (const accountId of ['a', 'b', 'c']) await pool.take({ kind: 'account', accountId }, 180);
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', done: queries.length });
  expect(site.service.calls).toHaveLength(queries.length);
  expect(Math.min(...site.service.calls.map(({ at }) => at)) - since).toBeGreaterThan(300_000);
  // What the refresh took for a whole slice and didn't send is there for others again.
  expect(
    await pool.take({ kind: 'background', endsAt: clock.now }, 600 - queries.length),
  ).toMatchObject({ kind: 'taken' });
});

test('A token that is taken away during a run ends the questions, and the rest is as without one', async () => {
  site.service.trouble = (query) => {
    if (query === third) site.token = undefined;
    return query === third ? { status: 429, retryAfter: '60' } : undefined;
  };
  await site.refreshDaily();
  await resultsAreAsTheyWere(site);
  const run = await site.refresh.find();
  expect(run).toMatchObject({ phase: 'done', failed: 0 });
  expect(await site.storedQueries.findLastRun()).toBeUndefined();
  site.token = goodToken;
  site.service.trouble = () => undefined;
  await site.refreshNow();
  expect(await site.storedQueries.findLastRun()).toBeDefined();
});

const pointAtWorkspaces = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => objectId(1_000 + index));
  site.jira.configurations.set(assetId, ids.map(configurationOf));
};

test('A field that points at more places than a search can ask is refused without a call', async () => {
  pointAtWorkspaces(120);
  await site.refreshNow([queryHash(assetId, first)]);
  expect((await site.row(first))?.trouble?.message).toContain('120 workspaces and types');
  expect(site.service.calls).toEqual([]);
});

test('A record that cannot be saved fails only its own query', async () => {
  site.service.found.set(first, [objectId(70)]).set(second, [objectId(71)]);
  const hash = queryHash(assetId, first);
  site.store.refuses = (key) => key === `query:${hash}`;
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 1, written: 1 });
  expect(await site.search({ query: first })).toBe(fragment([70]));
  expect(await site.row(second)).toMatchObject({ objectCount: 1 });
});

test('An event of an unknown shape is dropped', async () => {
  await site.work({ kind: 'something', of: 'another version' });
  expect(site.log).toHaveLength(1);
});

describe('A token whose owner loses access', () => {
  const hidden = () => ({ status: 404 });

  test('leaves results for seven days after they were right, and the run counts them', async () => {
    await site.refreshDaily();
    site.service.trouble = hidden;
    for (let day = 0; day < 6; day += 1) {
      site.pass(dayMs);
      await site.refreshDaily();
      await resultsAreAsTheyWere(site);
    }
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0, accessLost: 8 });
    const { trouble } = (await site.row(first)) ?? {};
    expect(trouble).toMatchObject({ isRefused: false });
    expect(trouble?.message).toContain('can no longer read');
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('can’t read the workspace or type');
    expect(await site.refresh.find()).toMatchObject({ failed: 8, accessLost: 0 });
  });

  test('refreshes them as soon as the access is back', async () => {
    site.service.trouble = hidden;
    await site.refreshDaily();
    site.pass(dayMs);
    site.service.trouble = () => undefined;
    site.service.found.set(first, [objectId(70)]);
    await site.refreshDaily();
    expect(await site.search({ query: first })).toBe(fragment([70]));
    expect((await site.row(first))?.trouble).toBeUndefined();
  });

  test('takes results away where an admin saved the token after they were found', async () => {
    site.tokenSetAt = site.clock.now;
    site.service.trouble = hidden;
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('can’t read the workspace or type');
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ failed: 8, accessLost: 0 });
  });
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
    pointAtWorkspaces(60);
    site.service.trouble = (query) => (query === first ? { status: 500 } : undefined);
    await site.refreshNow([queryHash(assetId, first), queryHash(assetId, second)]);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 1, done: 2 });
  });
});

test('A query that fails at the end of a slice says nothing of the service: it is looked at again', async () => {
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
