import { dayMs, hourMs, RefreshSite, storeQueries } from '../app/refresh/support/refresh-site';
import { objectId } from '../app/refresh/support/memory-service';
import { atMost, told, type Row } from './row';

/** @see https://developer.atlassian.com/platform/forge/forge-platform-pricing/ */
const dollarsPerGigabyte = { written: 1.09, read: 0.055 };
const daysPerMonth = 30;

/** What the daily refresh asks and writes, counted over a platform in memory. */
export async function measureRefresh(): Promise<Row[]> {
  return [...(await measureShared()), ...(await measureMany())];
}

/** 500 calls of the function, five for each query, one query changed since the day before. */
async function measureShared(): Promise<Row[]> {
  const site = new RefreshSite();
  const queries = await storeQueries(site, 100);
  await refreshNextDay(site);
  site.service.found.set(queries[0] ?? '', [objectId(9000)]);
  await refreshNextDay(site);
  const refused = site.service.calls.filter(({ status }) => status === 429).length;
  const changedCalls = 5;
  const unchanged = site.jira.written.length - changedCalls;
  const asked = site.service.calls.length;
  return [
    atMost('refresh of 500 stored queries: queries asked', asked, 'queries', 100),
    atMost('refresh of 500: calls in the worst 300 s', site.service.worstWindow(), 'calls', 200),
    atMost('refresh of 500: calls refused with 429', refused, 'calls', 0),
    atMost('refresh of 500: of Jira’s hour', site.jira.points(), 'points', 700),
    atMost('refresh of 500: unchanged results written', unchanged, 'results', 0),
  ];
}

/** 10,000 queries that are all different, one in a hundred changed since the day before. */
async function measureMany(): Promise<Row[]> {
  const site = new RefreshSite();
  const queries = Array.from({ length: 10_000 }, (_, index) => `Status = "State ${index}"`);
  for (const [index, query] of queries.entries()) {
    site.service.found.set(query, [objectId(index)]);
    await site.search({ query });
    site.service.calls.length = 0;
  }
  await refreshNextDay(site);
  for (const query of queries.filter((_, index) => index % 100 === 0)) {
    site.service.found.set(query, [objectId(1), objectId(2)]);
  }
  const durationMs = await refreshNextDay(site);
  const megabytes = (bytes: number) => bytes / 1_000_000;
  const { bytesWritten, bytesRead } = site.store;
  const price = monthlyPrice(bytesWritten, 'written') + monthlyPrice(bytesRead, 'read');
  return [
    told('refresh of 10,000 queries: calls', site.service.calls.length, 'calls'),
    atMost('refresh of 10,000: calls in the worst 300 s', site.service.worstWindow(), 'calls', 200),
    told('refresh of 10,000: until all are fresh', durationMs / hourMs, 'h'),
    told('refresh of 10,000: calls of Jira', site.jira.calls.length, 'calls'),
    told('refresh of 10,000: of Jira’s hours', site.jira.points(), 'points'),
    told('refresh of 10,000: storage written per day', megabytes(bytesWritten), 'MB'),
    told('refresh of 10,000: storage read per day', megabytes(bytesRead), 'MB'),
    told('refresh of 10,000: storage per month, without a free allowance', price, 'USD'),
  ];
}

/** Everything was searched with since. Returns how long the refresh took, in milliseconds. */
async function refreshNextDay(site: RefreshSite): Promise<number> {
  site.pass(dayMs);
  const usedAt = site.clock.now;
  site.jira.precomputations = site.jira.precomputations.map((kept) => ({ ...kept, used: usedAt }));
  site.service.calls.length = 0;
  site.jira.calls.length = 0;
  site.jira.pointsByHour.clear();
  site.jira.written.length = 0;
  site.store.bytesWritten = 0;
  site.store.bytesRead = 0;
  await site.refreshDaily();
  return site.clock.now - usedAt;
}

/** In US dollars; all sites of an app share one free allowance of 0.1 GB each. */
function monthlyPrice(bytesPerDay: number, kind: keyof typeof dollarsPerGigabyte): number {
  const gigabytes = (bytesPerDay * daysPerMonth) / 1_000_000_000;
  return gigabytes * dollarsPerGigabyte[kind];
}
