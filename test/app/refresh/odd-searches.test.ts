import { beforeEach, describe, expect, test } from 'vitest';
import { objectId } from './support/memory-service';
import { dayMs, fragment, RefreshSite } from './support/refresh-site';

const [odd, plain] = ['Status = Odd', 'Status = Plain'];
let site: RefreshSite;

beforeEach(async () => {
  site = new RefreshSite();
  for (const query of [odd, plain]) {
    site.service.found.set(query, [objectId(1)]);
    await site.search({ query });
  }
  site.service.found.set(odd, [objectId(2)]);
  site.service.found.set(plain, [objectId(2)]);
  site.pass(dayMs);
});

/** Jira keeps calls of the function whatever it answers to them. */
function keep(query: string, field: string): void {
  const { now } = site.clock;
  const id = objectId(site.jira.precomputations.length);
  const times = { created: now, updated: now, used: now };
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
    expect((await site.row(plain))?.writtenAs).toHaveLength(50);
  });

  test('where one is written in more ways than can be kept, and counts that as failed', async () => {
    for (let spaces = 0; spaces < 3_000; spaces += 1) {
      keep('Status = Many', `${' '.repeat(spaces % 60)}Asset${' '.repeat(spaces / 60)}`);
    }
    await site.refreshDaily();
    await plainIsRefreshed();
    expect(await site.refresh.find()).toMatchObject({ total: 3, done: 3, failed: 1, written: 2 });
  });
});
