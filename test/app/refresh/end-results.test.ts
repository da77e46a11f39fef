import { beforeEach, expect, test } from 'vitest';
import { endResults } from '../../../src/app/refresh/refresh';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { queries, siteOfEightQueries } from './support/eight-queries';
import { assetId, dayMs, fragment, hourMs, type RefreshSite } from './support/refresh-site';

const [first = ''] = queries;
let site: RefreshSite;
let setAt: number;

/** People searched on the first of March and since; no refresh came to its end before that. */
beforeEach(async () => {
  site = await siteOfEightQueries();
  setAt = site.clock.now;
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
