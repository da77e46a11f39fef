import { beforeEach, describe, expect, test } from 'vitest';
import { digestOfSources, queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId, typeId, workspaceId } from './support/memory-service';
import { assetId, dayMs, fragment, RefreshSite } from './support/refresh-site';

const query = 'Status = Active';
const hash = queryHash(assetId, query);
const elsewhere = { query, field: 'cf[10010]' };
let site: RefreshSite;

/** A result of the token, which is good for six more days without it. */
beforeEach(async () => {
  site = new RefreshSite();
  site.service.found.set(query, [objectId(1)]);
  await site.search({ query });
  site.pass(dayMs);
  site.service.acceptsToken = false;
  await site.search({ query });
});

/** Someone writes the field in another way, gets no result, and runs the search. */
async function personFinds(index: number): Promise<void> {
  expect(await site.search(elsewhere)).toContain('doesn’t accept');
  await site.refresh.deliver(hash);
  const configurationDigest = digestOfSources([{ workspaceId, typeId }]);
  const computedAt = site.clock.now;
  const found = { objectIds: [objectId(index)], configurationDigest, computedAt };
  await site.storedQueries.saveHandover(hash, found);
}

const searchAndRefresh = (days: number) => site.passDays(days, query);

describe('What a person finds beside a good result of the token', () => {
  test.each([
    ['is delivered', () => Promise.resolve()],
    ['is forbidden meanwhile', () => site.storedQueries.saveSettings({ personRunsAllowed: false })],
  ])('makes that last no longer where it %s', async (_, meanwhile) => {
    await personFinds(5);
    expect(await site.search(elsewhere)).toBe(fragment([5]));
    await meanwhile();
    await site.drain();
    await searchAndRefresh(6);
    expect(await site.search({ query })).toBe(fragment([1]));
    await searchAndRefresh(1);
    expect(await site.search({ query })).toContain('doesn’t accept');
  });

  test("is marked as a person's, also once a search got its result by the token", async () => {
    await personFinds(5);
    await site.drain();
    expect(await site.search({ ...elsewhere, operator: 'not in' })).toBe(fragment([5], 'not in'));
    site.service.acceptsToken = true;
    await site.search({ query, operator: 'not in' });
    expect(await site.row(query)).toMatchObject({ credential: 'person' });
    await site.refreshDaily();
    expect(await site.row(query)).toMatchObject({ credential: 'token' });
  });

  test.each([
    ['a refresh', () => site.refresh.request({ kind: 'now' })],
    ['a search', () => site.search({ query, operator: 'not in' })],
  ])('is not delivered after %s with a good token', async (_, useToken) => {
    await personFinds(5);
    site.service.acceptsToken = true;
    site.pass(2000);
    await useToken();
    await site.drain();
    expect(await site.search({ query })).toBe(fragment([1]));
    expect(await site.row(query)).toMatchObject({ credential: 'token' });
  });

  test.each([true, false])(
    'leaves it its field’s former name, with a token: %s',
    async (isGood) => {
      await personFinds(5);
      expect(await site.search(elsewhere)).toBe(fragment([5]));
      await site.drain();
      site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
      site.service.acceptsToken = isGood;
      await searchAndRefresh(1);
      expect(await site.search({ query })).toBe(fragment([1]));
      await searchAndRefresh(9);
      if (isGood) expect(await site.search({ query })).toBe(fragment([1]));
      else expect(await site.search({ query })).toContain('doesn’t accept');
    },
  );
});

test('A result that an admin removed is not given what a person finds for another search', async () => {
  await site.refresh.forget(hash);
  await site.drain();
  site.pass(60_000);
  await personFinds(5);
  await site.drain();
  site.pass(dayMs);
  expect(await site.search({ query })).toContain('An admin removed');
});

test('A result of a query that names no field and has no row ends after seven days', async () => {
  await site.storedQueries.delete(hash);
  site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
  site.token = undefined;
  await searchAndRefresh(6);
  expect(await site.search({ query })).toBe(fragment([1]));
  await searchAndRefresh(1);
  expect(await site.search({ query })).toContain('There is no field "Asset"');
});
