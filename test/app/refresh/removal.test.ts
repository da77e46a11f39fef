import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { removedText } from '../../../src/app/refresh/refresh-texts';
import { objectId } from './support/memory-service';
import {
  assetId,
  fragment,
  hourMs,
  type RefreshSite,
  siteSearchedYesterday,
} from './support/refresh-site';

const query = 'Status = Active';
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [query]: [1] });
});

describe('A stored result that an admin removes', () => {
  const hash = queryHash(assetId, query);

  test('is gone for searches and from the list', async () => {
    await site.refresh.forget(hash);
    await site.drain();
    expect(await site.row(query)).toBeUndefined();
    expect(await site.search({ query })).toBe(removedText);
  });

  test('comes back with the next refresh only if someone searched with it since', async () => {
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
