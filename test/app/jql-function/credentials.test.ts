import { beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../../../src/app/replies/problem';
import { StoreError } from '../../../src/app/platform/storage';
import { digestOfSources, queryHash } from '../../../src/app/stored-queries/stored-queries';
import {
  configured,
  contracts,
  createSearchSite,
  uuid,
  type SearchSite,
} from './support/search-site';

const query = 'Status = "In repair"';
const hash = queryHash('customfield_10010', query);
const minutes = 60_000;

let site: SearchSite;
beforeEach(() => {
  site = createSearchSite();
  site.credentials.token = undefined;
});

const run = () => site.runAsPerson(hash);

/** One after the other: of many at once the allowance may refuse more than it has to. */
async function searchAll(count: number, from = 0): Promise<string[]> {
  const errors: string[] = [];
  for (let index = from; index < from + count; index += 1) {
    const answer = await site.search(`State = ${index}`);
    if ('error' in answer) errors.push(answer.error);
  }
  return errors;
}

describe('a search without an access token', () => {
  test('writes a query that waits again only for another way to name its field, and hourly', async () => {
    const askedAt = async () => (await site.findWaiting(hash))?.askedAt;
    await site.search(query);
    const first = await askedAt();
    site.clock.now += 59 * minutes;
    await site.search(query);
    expect(await askedAt()).toBe(first);
    await site.search(query, 'cf[10010]');
    expect(await askedAt()).toBe(site.clock.now);
    site.clock.now += 60 * minutes;
    await site.search(query);
    expect(await askedAt()).toBe(site.clock.now);
  });

  test('says what to do, and keeps the query for someone to run', async () => {
    const answer = await site.search(query);
    await site.search(query, 'cf[10010]', 'not in');
    expect(answer).toHaveProperty(
      'error',
      expect.stringMatching(/no access token is saved.*Jira admin.*own account/),
    );
    expect(site.service.searches).toEqual([]);
    expect(await site.findWaiting(hash)).toMatchObject({
      query,
      fieldId: 'customfield_10010',
      fieldName: 'Asset',
      writtenAs: ['Asset', 'cf[10010]'],
      askedAt: site.clock.now,
    });
  });

  test('forgets after 7 days that someone waited', async () => {
    await site.search(query);
    site.clock.now += 7 * 24 * 60 * minutes;
    expect(await site.findWaiting(hash)).toBeUndefined();
  });

  test('keeps 100 new queries in a minute, says the same of more, and keeps those later', async () => {
    await searchAll(150);
    expect(site.countWaiting()).toBe(100);
    expect(await searchAll(1, 149)).toEqual([expect.stringContaining('no access token is saved')]);
    expect(await searchAll(1)).toEqual([expect.stringContaining('no access token is saved')]);
    site.clock.now += minutes;
    await searchAll(1, 149);
    expect(site.countWaiting()).toBe(101);
  });

  test('keeps 500 queries, says the same of more, and has room again once some are gone', async () => {
    for (let round = 0; round < 10; round += 1) {
      await searchAll(50, round * 50);
      site.clock.now += minutes;
    }
    expect(await searchAll(50, 500)).toContainEqual(expect.stringContaining('own account'));
    expect(site.countWaiting()).toBe(500);
    await site.storedQueries.endWaiting(queryHash('customfield_10010', 'State = 0'));
    site.clock.now += minutes;
    await searchAll(1, 500);
    expect(site.countWaiting()).toBe(500);
  });

  test('looks for room once a minute where there is none', async () => {
    for (let round = 0; round < 10; round += 1) {
      await searchAll(50, round * 50);
      site.clock.now += minutes;
    }
    const readsOf = async (search: () => Promise<unknown>) => {
      const { reads } = site.store;
      await search();
      return site.store.reads - reads;
    };
    expect(await readsOf(() => searchAll(1, 500))).toBeGreaterThan(500);
    expect(await readsOf(() => searchAll(1, 501))).toBeLessThan(20);
  });

  test('keeps a new query also while the service asked to be left alone, up to 100 in a minute', async () => {
    site.credentials.token = 'the-token';
    site.service.answer = () => ({ status: 429, retryAfter: '3600' });
    await site.search('State = any');
    site.credentials.token = undefined;
    expect(await site.search(query)).toHaveProperty(
      'error',
      expect.stringContaining('own account'),
    );
    expect(await site.findWaiting(hash)).toMatchObject({ query });
    await searchAll(150);
    expect(site.countWaiting()).toBe(99);
  });

  test('asks for no room where the query waits already', async () => {
    await searchAll(100);
    await site.search('State = 0', 'cf[10010]');
    expect(await site.findWaiting(queryHash('customfield_10010', 'State = 0'))).toHaveProperty(
      'writtenAs',
      ['Asset', 'cf[10010]'],
    );
  });

  test('takes what a person found with their own account, with either operator', async () => {
    await site.search(query);
    expect(await run()).toEqual({ objectCount: 2, computedAt: site.clock.now });
    const ids = `("${uuid(1)}","${uuid(2)}")`;
    const spelling = '"cf[10010].ObjectId"';
    expect(await site.search(query)).toEqual({ jql: `${spelling} in ${ids}` });
    expect(await site.search(query, 'Asset', 'not in')).toEqual({
      jql: `${spelling} not in ${ids}`,
    });
    expect(site.service.searches.map(({ token }) => token)).toEqual(['grant-of-ada']);
    expect(await site.row(hash)).toMatchObject({ credential: 'person' });
    expect(await site.findWaiting(hash)).toBeUndefined();
  });

  test('hands over also to searches for which Jira keeps an error', async () => {
    await site.search(query);
    await run();
    expect(site.delivered).toEqual([hash]);
  });

  test('computes the result of a person when they ran it, not when it was searched', async () => {
    await site.search(query);
    await run();
    const ranAt = site.clock.now;
    site.clock.now += 5 * minutes;
    await site.search(query);
    expect(await site.row(hash)).toMatchObject({ computedAt: ranAt });
  });

  test('takes nothing that was handed over 10 minutes ago', async () => {
    await site.search(query);
    await run();
    site.clock.now += 10 * minutes;
    expect(await site.search(query)).toHaveProperty('error');
  });

  test('takes nothing that was found before the field pointed elsewhere', async () => {
    await site.search(query);
    await run();
    site.jira.configurations.set('customfield_10010', [configured(contracts)]);
    expect(await site.search(query)).toHaveProperty('error');
  });

  test('says nothing of own accounts, and takes no result of one, where admins forbid them', async () => {
    await site.search(query);
    await run();
    await site.storedQueries.saveSettings({ personRunsAllowed: false });
    const answer = await site.search(query);
    expect(answer).toHaveProperty('error', expect.not.stringContaining('own account'));
  });

  test('refuses a wrong query before anyone has to run it', async () => {
    await site.search('Status = =');
    expect(site.countWaiting()).toBe(0);
  });
});

describe('a search with an access token', () => {
  test('uses the token, also where a person handed something over', async () => {
    await site.search(query);
    await run();
    site.credentials.token = 'the-token';
    site.service.answer = () => [uuid(7)];
    expect(await site.search(query)).toEqual({ jql: `"cf[10010].ObjectId" in ("${uuid(7)}")` });
    expect(await site.row(hash)).toMatchObject({ credential: 'token' });
  });

  test('says that the service refuses the token, and keeps the query for someone to run', async () => {
    site.credentials.token = 'expired';
    site.service.answer = ({ token }) => (token === 'expired' ? { status: 401 } : [uuid(1)]);
    const answer = await site.search(query);
    expect(answer).toHaveProperty(
      'error',
      expect.stringMatching(/expired or was revoked.*Jira admin/),
    );
    await run();
    expect(await site.search(query)).toHaveProperty('jql');
  });

  test('says that the storage did not answer where the token cannot be read', async () => {
    site.credentials.find = () => Promise.reject(new StoreError('UNKNOWN'));
    const answer = await site.search(query);
    expect(answer).toHaveProperty('error', expect.stringContaining('storage didn’t answer'));
  });
});

describe('running a search with an own account', () => {
  test.each([
    [
      'admins forbid it',
      'PERSON_RUNS_FORBIDDEN',
      () => site.storedQueries.saveSettings({ personRunsAllowed: false }),
    ],
    ['nobody waits for it', 'SEARCH_GONE', () => site.storedQueries.endWaiting(hash)],
    [
      'the service refuses the query',
      'SEARCH_REFUSED',
      () =>
        (site.service.answer = () => ({ status: 400, message: 'There is no attribute "Status".' })),
    ],
    [
      'the person’s own account can’t read the field’s workspace',
      'WORKSPACE_NOT_ACCESSIBLE',
      () => (site.service.answer = () => ({ status: 404 })),
    ],
  ])('is refused where %s', async (_, code, given) => {
    await site.search(query);
    await given();
    const problem = await run().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ code });
    expect(await site.storedQueries.findHandover(hash)).toBeUndefined();
  });

  test('asks and delivers nothing again while what was found waits for a search', async () => {
    await site.search(query);
    const found = await run();
    const askedCount = site.service.searches.length;
    site.service.answer = () => [];
    site.clock.now += 9 * minutes;
    for (let index = 0; index < 500; index += 1) expect(await run()).toEqual(found);
    expect(site.service.searches).toHaveLength(askedCount);
    expect(site.delivered).toEqual([hash]);
    site.clock.now += 1 * minutes;
    expect(await run()).toMatchObject({ objectCount: 0 });
    expect(site.delivered).toEqual([hash, hash]);
  });

  test('asks again once the field points elsewhere, and delivers that too', async () => {
    await site.search(query);
    await run();
    site.jira.configurations.set('customfield_10010', [configured(contracts)]);
    await site.search(query);
    site.service.answer = () => [uuid(7)];
    expect(await run()).toMatchObject({ objectCount: 1 });
    expect(site.delivered).toEqual([hash, hash]);
  });

  test('keeps what another person found while the service answered', async () => {
    await site.search(query);
    const { sources = [] } = (await site.findWaiting(hash)) ?? {};
    const facts = { configurationDigest: digestOfSources(sources), computedAt: site.clock.now };
    const found = { objectIds: [uuid(1), uuid(2)], ...facts };
    site.service.answer = () => {
      void site.storedQueries.saveHandover(hash, found);
      return [];
    };
    expect(await run()).toMatchObject({ objectCount: 2 });
    expect(await site.storedQueries.findHandover(hash)).toMatchObject(found);
  });

  test('says why the service refuses the query', async () => {
    await site.search(query);
    site.service.answer = () => ({ status: 400, message: 'There is no attribute "Status".' });
    await expect(run()).rejects.toMatchObject({
      detail: expect.stringContaining('There is no attribute "Status".') as string,
    });
  });
});
