import { beforeEach, describe, expect, test } from 'vitest';
import { digestOfSources, queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId, typeId, workspaceId } from './support/memory-service';
import { assetId, configurationOf, dayMs, fragment, RefreshSite } from './support/refresh-site';

const query = 'Status = Active';
const hash = queryHash(assetId, query);
const elsewhere = '22222222-0000-4000-8000-000000000001';
const minuteMs = 60_000;
let site: RefreshSite;

/** Jira keeps an error in the place of a result that ended, for both operators. */
beforeEach(async () => {
  site = new RefreshSite();
  site.service.found.set(query, [objectId(1)]);
  for (const operator of ['in', 'not in'] as const) await site.search({ query, operator });
  site.token = undefined;
  for (const days of [4, 4]) {
    site.pass(days * dayMs);
    for (const operator of ['in', 'not in'] as const) await site.search({ query, operator });
  }
  await site.refreshDaily();
});

async function personFinds(object = 5, inWorkspaceId = workspaceId): Promise<void> {
  const configurationDigest = digestOfSources([{ workspaceId: inWorkspaceId, typeId }]);
  const computedAt = site.clock.now;
  await site.refresh.deliver(hash);
  const found = { objectIds: [objectId(object)], configurationDigest, computedAt };
  await site.storedQueries.saveHandover(hash, found);
}

const searched = (operator: 'in' | 'not in' = 'in') => site.search({ query, operator });

describe('What a person found', () => {
  test.each(['Asset', 'cf[10010]'])(
    'reaches every search that Jira answers with a stored error, after one of %s',
    async (field) => {
      expect(await searched()).toContain('no access token is saved');
      await personFinds();
      if (field !== 'Asset') expect(await site.search({ query, field })).toBe(fragment([5]));
      await site.drain();
      expect(await searched()).toBe(fragment([5]));
      expect(await searched('not in')).toBe(fragment([5], 'not in'));
      expect(await site.row(query)).toMatchObject({ credential: 'person', objectCount: 1 });
      expect(await site.findWaiting(hash)).toBeUndefined();
    },
  );

  test('leaves a result that is still good, with which all end', async () => {
    await personFinds();
    await site.drain();
    site.pass(5 * dayMs);
    expect(await searched()).toBe(fragment([5]));
    expect(await site.search({ query, field: 'cf[10010]' })).toContain('no access token is saved');
    await personFinds(6);
    await site.drain();
    expect(await site.search({ query, field: 'cf[10010]' })).toBe(fragment([6]));
    expect(await searched()).toBe(fragment([5]));
    site.pass(3 * dayMs);
    await site.refreshDaily();
    expect(await searched()).toContain('no access token is saved');
    expect(await site.search({ query, field: 'cf[10010]' })).toContain('no access token is saved');
  });

  test('takes the place of a result that is over', async () => {
    await personFinds();
    await site.drain();
    site.pass(6 * dayMs);
    expect(await searched()).toBe(fragment([5]));
    site.pass(1.5 * dayMs);
    expect(await site.search({ query, field: 'cf[10010]' })).toContain('no access token is saved');
    await personFinds(6);
    expect(await site.search({ query, field: 'cf[10010]' })).toBe(fragment([6]));
    await site.drain();
    expect(await searched()).toBe(fragment([6]));
    site.pass(5 * dayMs);
    await site.refreshDaily();
    expect(await searched()).toBe(fragment([6]));
  });

  test.each([
    [
      'where it was found elsewhere than the field points to',
      () => Promise.resolve(site.jira.configurations.set(assetId, [configurationOf(elsewhere)])),
    ],
    [
      'once an admin forbids it',
      () => site.storedQueries.saveSettings({ personRunsAllowed: false }),
    ],
  ])('reaches nobody %s, also where that comes while the calls are listed', async (_, change) => {
    await personFinds();
    const listPrecomputations = site.jira.listPrecomputations.bind(site.jira);
    site.jira.listPrecomputations = async (startAt) => {
      const page = await listPrecomputations(startAt);
      await change();
      return page;
    };
    await site.drain();
    expect(await searched()).toContain('no access token is saved');
    await personFinds();
    await site.drain();
    expect(await searched()).toContain('no access token is saved');
  });

  test.each([1, 2, 3])('reaches them where the app dies at its write %i', async (number) => {
    await personFinds();
    site.gate.plan(number, 'after');
    await site.drain();
    site.gate.plan(undefined);
    expect(await searched()).toBe(fragment([5]));
    expect(await site.row(query)).toMatchObject({ credential: 'person' });
    expect(await site.findWaiting(hash)).toBeUndefined();
  });

  test('is offered to Jira again if Jira took only part of it, and what it took is recorded', async () => {
    const refused = site.jira.precomputations.find(({ operator }) => operator === 'not in');
    site.jira.unwritable.add(refused?.id ?? '');
    await personFinds();
    await site.drain(site.clock.now + 90_000);
    expect(await searched()).toBe(fragment([5]));
    expect(await searched('not in')).toContain('no access token is saved');
    expect(await site.row(query)).toMatchObject({ credential: 'person' });
    expect(await site.findWaiting(hash)).toMatchObject({ query });
    expect(site.log).toContainEqual(expect.stringContaining('deliver'));
    site.jira.unwritable.clear();
    await site.drain();
    expect(await searched('not in')).toBe(fragment([5], 'not in'));
    expect(await site.findWaiting(hash)).toBeUndefined();
  });

  test('does not take the place of what the token found since', async () => {
    await personFinds();
    site.token = 'good-token';
    site.pass(minuteMs);
    await site.refresh.request({ kind: 'now', hashes: [hash] });
    const [deliver, slice] = site.queue.waiting.splice(0);
    await site.work(slice!.body);
    await site.work(deliver!.body);
    await site.drain();
    expect(await searched()).toBe(fragment([1]));
    expect(await site.row(query)).toMatchObject({ credential: 'token' });
  });
});

test('A search that waits says again what it needs once its field points elsewhere', async () => {
  site.jira.configurations.set(assetId, [configurationOf(elsewhere)]);
  site.pass(dayMs);
  await searched();
  await site.refreshDaily();
  const pending = await site.findWaiting(hash);
  expect(pending?.sources).toEqual([{ workspaceId: elsewhere, typeId }]);
});

test('A search waits for nobody once there is a token', async () => {
  site.token = 'good-token';
  site.pass(dayMs);
  await site.refreshDaily();
  expect(await site.findWaiting(hash)).toBeUndefined();
});
