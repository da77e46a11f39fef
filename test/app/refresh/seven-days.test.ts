import { beforeEach, describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { queries, resultsAreAsTheyWere, siteOfEightQueries } from './support/eight-queries';
import { objectId, workspaceId } from './support/memory-service';
import {
  assetId,
  cityId,
  configurationOf,
  dayMs,
  fragment,
  hourMs,
  RefreshSite,
} from './support/refresh-site';
import { endResults } from '../../../src/app/refresh/refresh';

const [first = '', second = ''] = queries;
let site: RefreshSite;
let setAt: number;

beforeEach(async () => {
  site = await siteOfEightQueries();
  site.service.calls.length = 0;
  setAt = site.clock.now;
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
    await site.passDays(24, first);
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
    await site.passDays(8, first);
    site.token = undefined;
    await site.refreshDaily();
    expect(await site.search({ query: first })).toContain('no access token is saved');
  });
});

describe('The seven days of a result', () => {
  const searchAndRefresh = (days: number) => site.passDays(days, ...queries);

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

async function everyHour(): Promise<void> {
  const { storedQueries, refresh } = site;
  const facts = { name: '', ownerName: '', ownerEmail: '', lastFour: '', expiresAt: null, setAt };
  const adminToken = { describe: () => Promise.resolve(site.token ? facts : undefined) };
  await endResults({ adminToken, storedQueries, refresh, now: () => site.clock.now });
  await site.drain();
}

/** Searches once a day, as else Jira drops the result. */
async function passUntil(ageMs: number): Promise<void> {
  const { rightAt = 0 } = (await site.row(first)) ?? {};
  while (site.clock.now + dayMs < rightAt + ageMs) {
    site.pass(dayMs);
    await site.search({ query: first });
  }
  site.clock.now = rightAt + ageMs;
}

test('A result without a token is good for 7 days to the hour, and then searches say when it expired and what to do', async () => {
  site.token = undefined;
  await passUntil(7 * dayMs - 1);
  await everyHour();
  expect(await site.search({ query: first })).toBe(fragment([0]));
  site.pass(1);
  await everyHour();
  const said = await site.search({ query: first });
  expect(said).toMatch(/^The result of this search expired on \d+ March 2026.* UTC, 7 days after/);
  expect(said).toMatch(/because no access token is saved\. Ask a Jira admin .* or open/);
  expect(await site.row(first)).toBeUndefined();
});

test('Searches say when a result without a token expired also where Jira asks the function anew', async () => {
  site.token = undefined;
  await passUntil(7 * dayMs);
  await everyHour();
  const said = await site.search({ query: first });
  for (let day = 1; day < 10; day += 1) {
    site.pass(dayMs);
    expect(await site.search({ query: first })).toBe(said);
    await site.refreshDaily();
  }
  expect(await site.search({ query: first, field: 'cf[10010]' })).toBe(said);
  const pending = await site.findWaiting(queryHash(assetId, first));
  expect(pending).toHaveProperty('writtenAs', ['Asset', 'cf[10010]']);
});

test('A result ends after 7 days to the hour where the service refuses the token, and not while that works', async () => {
  await passUntil(7 * dayMs);
  await everyHour();
  expect(await site.search({ query: first })).toBe(fragment([0]));
  site.service.acceptsToken = false;
  await site.refreshDaily();
  expect(await site.search({ query: first })).toMatch(
    /^The result of this search expired on .* The service doesn’t accept the app’s access token/,
  );
});

test('A result of which Jira knows nothing is left to the daily refresh after some hours', async () => {
  site.token = undefined;
  const { rightAt = 0 } = (await site.row(first)) ?? {};
  site.jira.precomputations = [];
  site.clock.now = rightAt + 7 * dayMs;
  const lists: number[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    await everyHour();
    lists.push(site.jira.calls.filter((call) => call === 'listPrecomputations').length);
    site.pass(hourMs);
  }
  expect(lists[0]).toBe(1);
  expect(lists[23]).toBe(lists[4]);
});

describe('A token whose owner loses access to some of what a field’s contexts name', () => {
  const query = 'Status = New';
  const other = '22222222-0000-4000-8000-000000000001';
  const levelId = '33333333-0000-4000-8000-000000000001';
  const level = { levelId, name: 'Country', query: '', isMultiple: false };
  const cascade = [{ version: 1, workspaceId, levels: [level] }];
  const both = [configurationOf(workspaceId), configurationOf(other)];
  const hidden = { [workspaceId]: 404 };

  /** The status of each workspace that doesn't answer, when the query was stored and since. */
  type Statuses = Readonly<Record<string, number>>;
  const cases: readonly (readonly [string, Statuses, Statuses, object[]])[] = [
    ['the other context has fewer matches', {}, hidden, both],
    ['the query means nothing in the other context', { [other]: 400 }, hidden, both],
    ['the other context no longer understands the query', {}, { ...hidden, [other]: 400 }, both],
    ['the query names a lost type in a cascade', {}, { [workspaceId]: 400 }, cascade],
  ];

  async function searchedOnce(before: Statuses, after: Statuses, configurations: unknown[]) {
    const lone = new RefreshSite();
    const answerAs = (statuses: Statuses) => (searched: string) => {
      const status = statuses[searched];
      return status === undefined ? undefined : { status };
    };
    const isCascade = configurations === cascade;
    const [fieldId, field] = isCascade ? [cityId, 'City'] : [assetId, 'Asset'];
    lone.jira.configurations.set(fieldId, configurations);
    lone.service.troubleIn = answerAs(before);
    lone.service.found.set(query, [objectId(1)]);
    const search = () => lone.search({ query, field });
    const first = await search();
    lone.pass(dayMs);
    lone.service.found.set(query, [objectId(70)]);
    lone.service.troubleIn = answerAs(after);
    return { lone, first, search, fieldId };
  }

  test.each(cases)(
    'leaves a result for seven days after it was right: %s',
    async (_, before, after, configurations) => {
      const { lone, first, search, fieldId } = await searchedOnce(before, after, configurations);
      expect(first).toContain(objectId(1));
      for (let day = 1; day < 7; day += 1) {
        await lone.refreshDaily();
        expect(await search()).toBe(first);
        expect((await lone.row(query, fieldId))?.trouble).toMatchObject({ isRefused: false });
        const counted = configurations === cascade ? { failed: 1 } : { accessLost: 1 };
        expect(await lone.refresh.find()).toMatchObject(counted);
        lone.pass(dayMs);
      }
      await lone.refreshDaily();
      expect(await search()).not.toBe(first);
    },
  );

  test.each(cases)(
    'refreshes a result at once where an admin saved the token after it was found: %s',
    async (_, before, after, configurations) => {
      const { lone, first, search } = await searchedOnce(before, after, configurations);
      lone.tokenSetAt = lone.clock.now;
      await lone.refreshDaily();
      expect(await search()).not.toBe(first);
    },
  );

  test('refreshes what the other contexts find where the owner never could read one', async () => {
    const { lone, search } = await searchedOnce(hidden, hidden, both);
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
    expect(await lone.refresh.find()).toMatchObject({ failed: 0, accessLost: 0 });
  });

  test('refreshes an older record, which doesn’t say what answered, and knows from then on', async () => {
    const { lone, search } = await searchedOnce({}, {}, both);
    const record = await lone.storedQueries.find(queryHash(assetId, query));
    if (!record?.result) throw new Error('There is no result.');
    await lone.storedQueries.save({
      ...record,
      result: { ...record.result, unanswered: undefined },
    });
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
    lone.service.troubleIn = (searched) => (searched === workspaceId ? { status: 404 } : undefined);
    lone.service.found.set(query, [objectId(71)]);
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
  });
});
