import { beforeEach, describe, expect, test } from 'vitest';
import { objectId, workspaceId } from './support/memory-service';
import {
  cityId,
  dayMs,
  fragment,
  type RefreshSite,
  siteSearchedYesterday,
} from './support/refresh-site';

const [odd, plain] = ['Status = Odd', 'Status = Plain'];
const levels = [
  { levelId: objectId(900), name: 'Country', query: 'Kind = Country', isMultiple: false },
  { levelId: objectId(901), name: 'City', query: 'Country = {{Country}}', isMultiple: true },
];
let site: RefreshSite;

beforeEach(async () => {
  site = await siteSearchedYesterday({ [odd]: [1], [plain]: [1] });
  site.service.found.set(odd, [objectId(2)]);
  site.service.found.set(plain, [objectId(2)]);
});

/** Jira keeps calls of the function whatever it answers to them. */
function keep(query: string, field: string): void {
  const { now } = site.clock;
  const id = objectId(site.jira.precomputations.length);
  const times = { updated: now, used: now };
  const written = { operator: 'in' as const, arguments: [query, field] };
  site.jira.precomputations.push({ id, ...written, value: 'any', ...times });
}

async function plainIsRefreshed(): Promise<void> {
  expect(await site.refresh.find()).toMatchObject({ phase: 'done' });
  expect(await site.search({ query: plain })).toBe(fragment([2]));
}

describe('A refresh goes on with every other search', () => {
  test.each([
    ['a field named with very many spaces', odd, `Asset${' '.repeat(250_000)}`],
    ['a query that is larger in the storage', `Status = "${'\u0001'.repeat(45_000)}"`, 'Asset'],
  ])('where Jira keeps %s', async (_, query, field) => {
    keep(query, field);
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ total: 2, done: 2, failed: 0 });
  });

  test('where its own field is named in very many ways', async () => {
    for (let spaces = 0; spaces < 1_300; spaces += 1) {
      keep(plain, `${' '.repeat(spaces % 60)}Asset${' '.repeat(spaces / 60 + 150)}`);
    }
    await site.refreshDaily();
    await plainIsRefreshed();
    expect((await site.row(plain))?.writtenAs).toHaveLength(20);
  });

  test('where one is written in more ways than one value of the storage holds, and in all of those', async () => {
    site.service.found.set('Status = Many', [objectId(3)]);
    for (let spaces = 0; spaces < 3_000; spaces += 1) {
      keep('Status = Many', `${' '.repeat(spaces % 60)}Asset${' '.repeat(spaces / 60)}`);
    }
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0 });
    const values = site.jira.precomputations
      .filter(({ arguments: [query] }) => query === 'Status = Many')
      .map(({ value }) => value);
    expect(values).toHaveLength(3_000);
    expect(new Set(values)).toEqual(new Set([fragment([3])]));
  });

  test('where all together are more than it has memory for: those that it listed first', async () => {
    const dropped = 'Status = Dropped';
    await site.search({ query: dropped });
    site.jira.precomputations.pop();
    for (let number = 0; number < 3_300; number += 1) {
      keep(`Status = "${'x'.repeat(9_500)}${number}"`, 'Nowhere');
    }
    const last = 'Status = Last';
    await site.search({ query: last });
    site.service.found.set(last, [objectId(7)]);
    site.pass(dayMs / 2);
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.search({ query: last })).not.toBe(fragment([7]));
    const { total = 0, done, isCutOff } = (await site.refresh.find()) ?? {};
    expect(total).toBeGreaterThan(3_000);
    expect({ done, isCutOff }).toEqual({ done: total, isCutOff: true });
    for (const query of [last, dropped]) {
      expect(await site.row(query)).toMatchObject({ isLeftOut: true });
    }
  });

  test('where Jira refuses its result, which stays as it was and is tried again the next day', async () => {
    const [kept] = site.jira.precomputations;
    site.jira.unwritable.add(kept?.id ?? '');
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ failed: 1, written: 1 });
    expect(await site.search({ query: odd })).toBe(fragment([1]));
    expect((await site.row(odd))?.trouble?.message).toContain('Jira rejected');
    site.jira.unwritable.clear();
    site.pass(dayMs);
    await site.refreshDaily();
    expect(await site.search({ query: odd })).toBe(fragment([2]));
    expect((await site.row(odd))?.trouble).toBeUndefined();
  });

  test.each([true, false])(
    'where Jira no longer knows its field, with a token: %s',
    async (hasToken) => {
      site.jira.configurations.set(cityId, [{ version: 1, workspaceId, levels }]);
      const queries = ['Kind = A', 'Kind = B', 'Kind = C', 'Kind = D'];
      for (const query of queries) await site.search({ query, field: 'City' });
      const answers = site.jira.precomputations.map(({ value }) => value);
      site.jira.unknownFields.add(cityId);
      if (!hasToken) site.token = undefined;
      await site.refreshDaily();
      expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: hasToken ? 4 : 0 });
      if (hasToken) await plainIsRefreshed();
      expect(site.jira.precomputations.map(({ value }) => value).slice(2)).toEqual(
        answers.slice(2),
      );
    },
  );

  test('where a whole page of what Jira keeps cannot be read', async () => {
    const before = site.jira.precomputations.splice(0);
    for (let index = 0; index < 250; index += 1) keep(`Status = ${index}`, 'Asset');
    for (const { id } of site.jira.precomputations.slice(0, 150)) site.jira.unreadable.add(id);
    site.jira.precomputations.push(...before);
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ total: 102, unlisted: 150 });
  });

  test('where Jira fails between two pages of what cannot be read: nothing counts twice', async () => {
    for (let index = 0; index < 250; index += 1) keep(`Status = ${index}`, 'Asset');
    for (const { id } of site.jira.precomputations.slice(50, 200)) site.jira.unreadable.add(id);
    let pages = 0;
    site.jira.trouble = (call) =>
      call === 'listPrecomputations' && (pages += 1) === 2 ? { status: 503 } : undefined;
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ total: 102, unlisted: 150 });
  });

  test.each([5, 30, 150])(
    'where Jira drops %i searches while they are listed',
    async (droppedCount) => {
      const before = site.jira.precomputations.splice(0);
      for (let index = 0; index < 350; index += 1) keep(`Status = ${index}`, 'Asset');
      site.jira.precomputations.push(...before);
      const listPrecomputations = site.jira.listPrecomputations.bind(site.jira);
      let pages = 0;
      site.jira.listPrecomputations = async (startAt) => {
        if ((pages += 1) === 3) site.jira.precomputations.splice(0, droppedCount);
        return listPrecomputations(startAt);
      };
      await site.refreshDaily();
      await plainIsRefreshed();
      expect(await site.refresh.find()).toMatchObject({ total: 352 });
    },
  );

  test('where what cannot be read is of a query that the app keeps a row of', async () => {
    const query = 'Kind = A';
    await site.search({ query });
    const { rightAt } = (await site.row(query)) ?? {};
    const { id } = site.jira.precomputations.at(-1) ?? { id: '' };
    site.jira.unreadable.add(id);
    for (let day = 0; day < 3; day += 1) {
      site.pass(dayMs);
      await site.search({ query });
      await site.refreshDaily();
    }
    expect(await site.row(query)).toMatchObject({ rightAt, isLeftOut: true });
    await plainIsRefreshed();
  });

  test('where results are so large that Jira takes few of them in one call', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => objectId(index));
    const queries = Array.from({ length: 20 }, (_, index) => `Status = "Large ${index}"`);
    for (const query of queries) await site.search({ query });
    for (const query of queries) site.service.found.set(query, ids);
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', failed: 0, written: 22 });
    const writes = site.jira.calls.filter((call) => call === 'updatePrecomputations');
    expect(writes.length).toBeLessThan(10);
  });
});
