import { describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../../src/app/platform/storage';
import { objectId } from './support/memory-service';
import { assetId, dayMs, RefreshSite, storeQueries } from './support/refresh-site';

const queries = Array.from({ length: 52 }, (_, index) => `Status = "State ${index}"`);
const changed = queries.filter((_, index) => index % 7 === 0);
const refused = queries[3] ?? '';
/** More rows than a page holds are left. */
const dropped = Array.from({ length: 60 }, (_, index) => `Status = "Dropped ${index}"`);

/** More precomputations than a page holds, more queries than a slice does, two pages to repair. */
async function searchSite(): Promise<RefreshSite> {
  const site = new RefreshSite();
  for (const [index, query] of queries.entries()) {
    site.service.found.set(query, [objectId(index)]);
    await site.search({ query });
    await site.search({ query, operator: 'not in' });
  }
  for (const query of changed) site.service.found.set(query, [objectId(500), objectId(501)]);
  site.service.found.set(refused, 'invalid');
  site.jira.issues = Array.from({ length: 120 }, (_, index) => ({
    id: String(index + 1),
    key: `DEMO-${index + 1}`,
    fields: { [assetId]: { objects: [{ objectId: objectId(index), label: 'Laptop' }] } },
  }));
  for (const query of dropped) await site.search({ query });
  site.jira.precomputations = site.jira.precomputations.filter(
    ({ arguments: [query = ''] }) => !dropped.includes(query),
  );
  site.pass(dayMs);
  return site;
}

const searched = await searchSite();

/** A site of its own in the state of the one that was searched: the searches take longer than a refresh. */
function openSite(): RefreshSite {
  const site = new RefreshSite();
  site.clock.now = searched.clock.now;
  site.service.callMs = 5000;
  for (const [query, found] of searched.service.found) site.service.found.set(query, found);
  for (const [key, entry] of searched.store.entries) site.store.entries.set(key, entry);
  site.jira.precomputations = searched.jira.precomputations.map((kept) => ({ ...kept }));
  site.jira.issues = [...searched.jira.issues];
  return site;
}

/** Refreshes as the platform lets it: an event that failed comes again. */
async function refresh(site: RefreshSite): Promise<void> {
  await site.refresh.request({ kind: 'daily' }).catch(() => undefined);
  site.gate.revive();
  await site.drain();
}

/** All that searches, the list of queries and the issues show, without the times. */
async function stateOf(site: RefreshSite) {
  site.store.catchUp();
  const { rows } = await site.storedQueries.list();
  const run = await site.refresh.find();
  const { phase, total, done, written, unchanged, failed, repaired, leftAlone } = run ?? {};
  const { leftAloneKeys } = run ?? {};
  return {
    precomputations: site.jira.precomputations.map(({ id, value, error }) => ({
      id,
      value,
      error,
    })),
    rows: rows.map(({ hash, row }) => ({
      ...{ hash, ...row, trouble: row.trouble?.message },
      result: { ...row.result, computedAt: 0, rightAt: 0 },
    })),
    issues: site.jira.issues,
    run: { phase, total, done, written, unchanged, failed, repaired, leftAlone, leftAloneKeys },
  };
}

function mostOften(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Math.max(...counts.values());
}

describe('A refresh whose app dies', async () => {
  const undisturbed = openSite();
  undisturbed.gate.plan(undefined);
  await refresh(undisturbed);
  const { writes } = undisturbed.gate;
  const expected = await stateOf(undisturbed);
  const numbers = Array.from({ length: writes }, (_, index) => index + 1);

  test('has enough to do for several slices', () => {
    expect(expected.run).toMatchObject({ phase: 'done', written: 8, failed: 1, repaired: 120 });
    expect(expected.rows.map(({ query }) => query).sort()).toEqual([...queries].sort());
    expect(undisturbed.queue.pushes).toBeGreaterThan(2);
    expect(mostOften(undisturbed.service.calls.map(({ query }) => query))).toBe(1);
  });

  // Nothing has an effect once it died: a death after a write leaves what one before the next write does.
  const betweenWrites = numbers.map((number) =>
    number % 2 === 1
      ? ([number, 'after', number] as const)
      : ([number, 'before', number + 1] as const),
  );

  test.each(betweenWrites)(
    'ends the same where it dies after write %i',
    async (_, moment, write) => {
      const site = openSite();
      site.gate.plan(write, moment);
      await refresh(site);
      const { run, ...state } = await stateOf(site);
      const { repaired, ...counts } = run;
      const { run: expectedRun, ...expectedState } = expected;
      expect(state).toEqual(expectedState);
      expect({ ...counts, repaired: expectedRun.repaired }).toEqual(expectedRun);
      expect(repaired).toBeLessThanOrEqual(120);
      expect(mostOften(site.service.calls.map(({ query }) => query))).toBeLessThanOrEqual(2);
      expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
    },
  );

  test('never asks twice if every event is delivered three times', async () => {
    const site = openSite();
    site.queue.deliveriesOfEach = 3;
    await refresh(site);
    expect(await stateOf(site)).toEqual(expected);
    expect(mostOften(site.service.calls.map(({ query }) => query))).toBe(1);
  });

  test('never asks twice if the queue fails once at the end of each slice', async () => {
    const site = openSite();
    const push = site.queue.push.bind(site.queue);
    const failedAt = new Set<unknown>();
    vi.spyOn(site.queue, 'push').mockImplementation(async (body, options) => {
      const { slice = 0 } = body;
      if (slice === 0 || failedAt.has(slice)) return push(body, options);
      failedAt.add(slice);
      throw new StoreError('QUEUE_DOWN');
    });
    await refresh(site);
    expect(failedAt.size).toBeGreaterThan(0);
    expect(await stateOf(site)).toEqual(expected);
    expect(mostOften(site.service.calls.map(({ query }) => query))).toBe(1);
  });

  test('leaves nothing of its list behind', () => {
    const left = [...undisturbed.store.entries.keys()].filter((key) => key.startsWith('refresh:'));
    expect(left.sort()).toEqual(['refresh:last', 'refresh:run']);
  });
});

describe('A refresh of 500 stored queries, 100 of them distinct', async () => {
  const site = new RefreshSite();
  const queries = await storeQueries(site, 100);
  site.pass(dayMs);
  site.service.calls.length = 0;
  const rowsBefore = await rowTexts(site);
  const changed = queries[40] ?? '';
  site.service.found.set(changed, [objectId(7000)]);
  await site.refreshDaily();

  test('asks 100 queries, each once, without a refusal', () => {
    expect(site.service.calls.map(({ query }) => query).sort()).toEqual([...queries].sort());
    expect(site.service.calls.every(({ status }) => status === 200)).toBe(true);
    expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
  });

  test('does not write unchanged ones', async () => {
    expect(new Set(site.jira.written).size).toBe(5);
    expect(site.jira.written).toHaveLength(5);
    const rows = await rowTexts(site);
    expect([...rows].filter((row) => !rowsBefore.has(row))).toHaveLength(1);
    expect(await site.refresh.find()).toMatchObject({ total: 100, written: 1, unchanged: 99 });
  });
});

test('Queries beyond the limit of 300 seconds wait for the next 300 seconds, even past the end of a run', async () => {
  const site = new RefreshSite();
  await storeQueries(site, 230);
  site.pass(dayMs);
  site.service.calls.length = 0;
  await site.refreshDaily();
  await site.refreshNow();
  expect(site.service.calls).toHaveLength(460);
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', unchanged: 230 });
});

test('Calls of an app that died while it asked count too', async () => {
  const site = new RefreshSite();
  await storeQueries(site, 230);
  site.pass(dayMs);
  site.service.calls.length = 0;
  site.service.callMs = 1;
  const deaths = [90, 130, 150];
  site.service.trouble = () => {
    if (deaths.includes(site.service.calls.length)) site.gate.plan(1);
    return undefined;
  };
  await site.refreshDaily();
  expect(await site.refresh.find()).toMatchObject({ phase: 'done', unchanged: 230 });
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
});

test('Queries that ask for several pages keep to the same bound, and none is asked in vain', async () => {
  const site = new RefreshSite();
  const queries = await storeQueries(site, 50);
  const many = Array.from({ length: 900 }, (_, index) => objectId(index));
  for (const query of queries) site.service.found.set(query, many);
  site.pass(dayMs);
  await site.refreshNow();
  site.pass(dayMs);
  site.service.calls.length = 0;
  await site.refreshNow();
  expect(site.service.calls).toHaveLength(50 * 5);
  expect(site.service.worstWindow()).toBeLessThanOrEqual(200);
});

async function rowTexts(site: RefreshSite): Promise<Set<string>> {
  site.store.catchUp();
  const texts = new Set<string>();
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await site.storedQueries.list(cursor);
    for (const row of page.rows) texts.add(JSON.stringify(row));
    cursor = page.nextCursor;
  }
  return texts;
}
