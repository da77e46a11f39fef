import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { queries, resultsAreAsTheyWere, siteOfEightQueries } from './support/eight-queries';
import { objectId } from './support/memory-service';
import { assetId, dayMs, fragment, type RefreshSite } from './support/refresh-site';

const [first = '', second = ''] = queries;
let site: RefreshSite;

beforeEach(async () => {
  site = await siteOfEightQueries();
  site.service.calls.length = 0;
});

describe('A token that the service refuses for long', () => {
  test("leaves results for seven days after they were right, a person's after they were computed", async () => {
    await site.refreshDaily();
    site.pass(dayMs);
    site.service.acceptsToken = false;
    await site.makePersonal(second);
    for (let day = 2; day < 8; day += 1) {
      await resultsAreAsTheyWere(site);
      await site.refreshDaily();
      site.pass(dayMs);
    }
    expect(await site.search({ query: first })).toBe(fragment([0]));
    expect(await site.search({ query: second })).toContain('doesn’t accept the app');
    expect(await site.row(second)).toBeUndefined();
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('doesn’t accept the app');
    expect(await site.row(first)).toBeUndefined();
  });

  test('that is removed afterwards makes no result count as older than it is', async () => {
    for (let day = 1; day < 10; day += 1) {
      await resultsAreAsTheyWere(site);
      await site.refreshDaily();
      site.pass(dayMs);
    }
    site.service.acceptsToken = false;
    await site.refreshDaily();
    site.token = undefined;
    site.pass(dayMs);
    await site.refreshDaily();
    await resultsAreAsTheyWere(site);
  });
});

describe('A result whose token is refused for so long that it ended', () => {
  test('goes on waiting for someone as long as people search with it', async () => {
    site.service.acceptsToken = false;
    for (let day = 1; day < 25; day += 1) {
      await site.search({ query: first });
      await site.refreshDaily();
      site.pass(dayMs);
    }
    expect(await site.search({ query: first })).toContain('doesn’t accept the app');
    const pending = await site.findWaiting(queryHash(assetId, first));
    expect(pending).toMatchObject({ query: first });
  });

  test('still means its field once that is renamed', async () => {
    for (let day = 1; day < 10; day += 1) {
      await site.search({ query: first });
      await site.refreshDaily();
      site.pass(dayMs);
      site.service.acceptsToken = false;
    }
    site.jira.fields = [{ id: assetId, name: 'Device', kind: 'object' }];
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('doesn’t accept the app');
    site.service.acceptsToken = true;
    await site.refreshDaily();
    expect(await site.search({ query: first })).toBe(fragment([0]));
  });

  test('says that no token is set once it is removed', async () => {
    site.service.acceptsToken = false;
    for (let day = 1; day < 9; day += 1) {
      await site.search({ query: first });
      await site.refreshDaily();
      site.pass(dayMs);
    }
    site.token = undefined;
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('no access token is saved');
  });
});

describe('The seven days of a result', () => {
  async function searchAndRefresh(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      for (const query of queries) await site.search({ query });
      await site.refreshDaily();
      site.pass(dayMs);
    }
  }

  test('count from when it was last right, before its trouble began', async () => {
    await searchAndRefresh(9);
    site.service.trouble = (query) => (query === second ? { status: 500 } : undefined);
    await searchAndRefresh(2);
    site.token = undefined;
    await searchAndRefresh(4);
    expect(await site.search({ query: second })).toBe(fragment([1]));
    await searchAndRefresh(1);
    expect(await site.search({ query: second })).toContain('no access token is saved');
    expect(await site.search({ query: first })).toContain(fragment([0]));
  });

  test('count from when it was last right, before refreshes skipped it as nobody searched with it', async () => {
    const othersSearch = async () => {
      for (const query of queries.slice(1)) await site.search({ query });
      await site.refreshDaily();
    };
    for (let day = 1; day < 6; day += 1) {
      await othersSearch();
      site.pass(dayMs);
    }
    await othersSearch();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', skipped: 1 });
    await site.search({ query: first });
    site.token = undefined;
    await searchAndRefresh(6);
    expect(await site.search({ query: first })).toBe(fragment([0]));
    await searchAndRefresh(1);
    expect(await site.search({ query: first })).toContain('no access token is saved');
    expect(await site.search({ query: second })).toBe(fragment([1]));
  });

  test('count anew once a refresh gets an answer for its query again', async () => {
    await searchAndRefresh(1);
    site.service.trouble = (query) => (query === second ? { status: 500 } : undefined);
    await searchAndRefresh(2);
    site.service.trouble = () => undefined;
    await searchAndRefresh(5);
    expect((await site.row(second))?.isLeftOut).toBe(false);
    site.token = undefined;
    await searchAndRefresh(6);
    expect(await site.search({ query: second })).toBe(fragment([1]));
  });

  test('count from when it was last right, also where another search with its query was answered since', async () => {
    await searchAndRefresh(3);
    site.service.trouble = (query) => (query === second ? { status: 500 } : undefined);
    await searchAndRefresh(3);
    site.service.trouble = () => undefined;
    expect(await site.search({ query: second, operator: 'not in' })).toContain('not in');
    site.token = undefined;
    await searchAndRefresh(3);
    expect(await site.search({ query: second })).toBe(fragment([1]));
    await searchAndRefresh(1);
    expect(await site.search({ query: second })).toContain('no access token is saved');
  });

  test('count from the oldest of the results that are kept of its query', async () => {
    await searchAndRefresh(3);
    site.service.found.set(first, [objectId(70)]);
    const later = { query: first, operator: 'not in' } as const;
    expect(await site.search(later)).toBe(fragment([70], 'not in'));
    site.token = undefined;
    await searchAndRefresh(6);
    expect(await site.search({ query: first })).toBe(fragment([0]));
    await searchAndRefresh(1);
    expect(await site.search({ query: first })).toContain('no access token is saved');
  });
});

test('A query with many calls, of which a token refreshed some: the others end seven days after they were right', async () => {
  const ways = Array.from({ length: 210 }, (_, spaces) => `Asset${' '.repeat(spaces)}`);
  const searchAll = async () => {
    for (const query of queries) await site.search({ query });
    for (const field of ways) await site.search({ query: first, field });
  };
  const passTo = (days: number) => site.pass(beganAt + days * dayMs - site.clock.now);
  const isOfSecondPart = ({ arguments: [, field] }: { arguments: readonly string[] }) =>
    field === ways[209];
  await searchAll();
  const beganAt = site.clock.now;
  await site.refreshDaily();
  site.service.trouble = (query) => (query === first ? { status: 500 } : undefined);
  for (const day of [1, 2, 3, 4, 5, 6]) {
    passTo(day);
    await searchAll();
    await site.refreshDaily();
  }
  site.service.found.set(first, [objectId(70)]);
  // It is refused from after the first of the two parts.
  site.service.trouble = (query) => {
    if (query === first) site.service.acceptsToken = false;
    return undefined;
  };
  passTo(6.5);
  await site.refreshNow();
  for (const day of [7.5, 8.5]) {
    passTo(day);
    await searchAll();
    await site.refreshDaily();
  }
  expect(site.jira.precomputations.find(isOfSecondPart)?.value).toBeUndefined();
});
