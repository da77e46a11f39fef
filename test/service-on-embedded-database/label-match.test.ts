import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchRequest, WorkspaceObject } from '../../src/api/object';
import type { Page } from '../../src/api/page';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database, Parameter, Queryable } from '../../src/service/base/database/database';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import type { WorkspaceView } from '../../src/service/model/permissions/workspace-view';
import { hasEarlierTexts } from '../../src/service/model/resources/refold-texts';
import { importObjects } from '../../src/service/model/resources/store-objects';
import { searchObjects } from '../../src/service/model/search/search-objects';
import { attributeId, fillFleet, ids } from '../service/fleet';

const objectCount = 5000;
const words = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Échelon', 'Foxtrot', 'Golf', 'Hotel'];

let database: Database;
let view: WorkspaceView;

beforeAll(async () => {
  database = await openDatabase('memory');
  await fillFleet(database);
  await importObjects(
    database,
    ids.fleet,
    Array.from({ length: objectCount }, (_, index) => ({
      id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      typeId: ids.city,
      createdAt: new Date('2026-01-01'),
      values: new Map([[attributeId('City', 'Name'), [labelOf(index)]]]),
    })),
  );
  await database.runScript('analyze');
  const caller = { userId: ids.ann, name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
  view = await viewWorkspace(database, caller, ids.fleet);
});
afterAll(() => database.close());

/** Two words and a number: "Alpha Bravo 17". */
function labelOf(index: number): string {
  const first = words[index % words.length]!;
  const second = words[Math.floor(index / words.length) % words.length]!;
  return `${first} ${second} ${index}`;
}

interface Sent {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

const serviceUrl = 'http://service.example';
const clock = () => new Date('2026-11-20');

/** Searches, and returns the statements it sent to the database. */
async function statementsOf(
  text: string,
  { typeId }: Pick<SearchRequest, 'typeId'> = { typeId: ids.city },
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const query: Queryable['query'] = (sql, parameters = []) => {
    sent.push({ sql, parameters });
    return database.query(sql, parameters);
  };
  const watched = { database: { ...database, query, queryPrepared: query }, serviceUrl, clock };
  // What a process asks once isn't part of a search.
  await hasEarlierTexts(watched.database);
  sent.length = 0;
  await searchObjects(watched, view, { query: text, typeId });
  return sent;
}

function search(request: SearchRequest): Promise<Page<WorkspaceObject>> {
  return searchObjects({ database, serviceUrl, clock }, view, request);
}

async function planOf({ sql, parameters }: Sent): Promise<string> {
  const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function looksIntoWords(plan: string): number {
  return plan.match(/Bitmap Index Scan on object_label_words/g)?.length ?? 0;
}

describe('the label match', () => {
  test.each([
    'Label ~ "delta 17"',
    'Label ~ "ech 49"',
    'Founded is empty and Label ~ "bravo 4"',
    'Label ~ "golf 123" order by Founded',
    'Name ~ "delta 17"',
    'Label *= "elta 17"',
    'Label *= "lta"',
    'Name *= "elta 17"',
  ])('uses an index for the page: %s', async (query) => {
    const page = (await statementsOf(query)).find(({ sql }) => !sql.startsWith('explain'));
    expect(await planOf(page!)).toMatch(
      /Bitmap Index Scan on (object_label_words|object_value_words|object_value_parts)/,
    );
  });

  test('finds the page of a long text, and counts it, with one look into the index', async () => {
    const [page] = await statementsOf('Label ~ "delta 1"');
    expect(looksIntoWords(await planOf(page!))).toBe(1);
    expect(await planOf(page!)).not.toContain('Seq Scan on object');
  });

  test('uses the index for the count of a full page of a short text too', async () => {
    const [page] = await statementsOf('Label ~ "d 1"');
    expect(looksIntoWords(await planOf(page!))).toBeGreaterThan(1);
    expect(await planOf(page!)).not.toContain('Seq Scan on object');
  });

  test.each(['Label ~ "delta 1715"', 'Label ~ "delta 1"', 'Label ~ "d"'])(
    'reads the page and the total in one statement, and the values in another: %s',
    async (query) => {
      expect(await statementsOf(query)).toHaveLength(2);
    },
  );

  test('sends what was typed as a parameter only', async () => {
    const typed = `zzz'); drop table object; --`;
    for (const { sql } of await statementsOf(`Label ~ "${typed}" or Label == "${typed}"`)) {
      expect(sql).not.toMatch(/zzz|drop/);
    }
  });
});

describe('a text that is looked for in the label and in values', () => {
  const query = 'Label ~ "delta 17" or "Name" ~ "delta 17"';

  test('is found with one look into the index of each', async () => {
    const [page] = await statementsOf(query);
    const plan = await planOf(page!);
    expect(looksIntoWords(plan)).toBe(1);
    expect(plan.match(/Bitmap Index Scan on object_value_words/g)).toHaveLength(1);
    expect(plan).not.toContain('Seq Scan on object');
  });

  test('is found in the label and three attributes of a type, also beside a filter, without asking the planner before', async () => {
    const anywhere = ['Label', '"Serial"', '"Tags"', '"Page"'].map((name) => `${name} ~ "c02"`);
    const query = `(${anywhere.join(' or ')})`;
    for (const asked of [query, `Status = "In stock" and ${query}`]) {
      const statements = await statementsOf(asked, { typeId: ids.laptop });
      expect(statements.filter(({ sql }) => sql.startsWith('explain'))).toEqual([]);
      expect(statements).toHaveLength(2);
    }
  });

  test('has no object looked up again that its label has found', async () => {
    const asked = 'Label ~ "delta 17" or "Serial" ~ "delta 17"';
    const [page] = await statementsOf(asked, { typeId: undefined });
    const rows = await database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off) ${page!.sql}`,
      page!.parameters,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(looksIntoWords(plan)).toBe(1);
    expect(plan).toMatch(/Index Scan using object_pkey.*never executed/);
  });

  test('lists labels that begin with it first, as the label match does', async () => {
    const label = await search({ query: 'Label ~ "delta 17"', typeId: ids.city });
    expect(label.total).toBeGreaterThan(10);
    expect(await search({ query, typeId: ids.city })).toEqual(label);
    const turned = 'Name ~ "delta 17" or Label ~ "delta 17"';
    expect(await search({ query: turned, typeId: ids.city })).toEqual(label);
  });

  test('finds what has it in either, and nothing else', async () => {
    const found = async (of: string) => (await search({ query: of, limit: 200 })).result;
    const byLabel = await found('Label ~ "c02"');
    const bySerial = await found('"Serial" ~ "c02"');
    const either = [...byLabel, ...bySerial].map(({ id }) => id);
    const together = await found('Label ~ "c02" or "Serial" ~ "c02"');
    expect(together.map(({ id }) => id).sort()).toEqual([...new Set(either)].sort());
    const others = await search({ query: 'not (Label ~ "c02" or "Serial" ~ "c02")' });
    const all = await search({ query: '' });
    expect(others.total).toBe(all.total - together.length);
  });

  test('refuses a name that can’t be compared by the beginnings of words', async () => {
    const query = 'Label ~ "zzz" or "Serial" ~ "zzz" or Id ~ "zzz"';
    await expect(search({ query })).rejects.toMatchObject({ status: 400 });
  });
});

describe('the page and the total', () => {
  test.each([
    ['a path', 'City.Founded is empty'],
    ['an order', 'order by Founded'],
    ['a text of a value', 'Name ~ "delta"'],
  ])('come of one look at all objects where there is %s', async (_what, query) => {
    const statements = await statementsOf(query, { typeId: undefined });
    const looks = statements.filter(({ sql }) => !sql.startsWith('explain'));
    expect(looks.filter(({ sql }) => sql.includes('from object as o'))).toHaveLength(1);
  });

  test('are right past the last page', async () => {
    for (const query of ['Label ~ "delta"', 'order by Founded', '']) {
      const first = await search({ query, typeId: ids.city, limit: 1 });
      const past = await search({ query, typeId: ids.city, limit: 1, offset: first.total });
      expect(past).toEqual({ ...first, isLast: true, result: [] });
    }
  });
});

describe('what many objects lack', () => {
  test.each(['City.Founded is empty', 'City.Name != "x"', 'not City.Name ~ "x"'])(
    'is found object by object, never by comparing each with each: %s',
    async (query) => {
      const statements = await statementsOf(query, { typeId: undefined });
      const page = statements.find(({ sql }) => !sql.startsWith('explain'));
      expect(await planOf(page!)).not.toContain('Anti Join');
    },
  );
});

describe('a list', () => {
  test('of words is found by the index, word by word', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `"w${index}"`);
    const statements = await statementsOf(`Label in (${words.join(', ')})`);
    const page = statements.find(({ sql }) => !sql.startsWith('explain'));
    expect(await planOf(page!)).toContain('Bitmap Index Scan on object_label_words');
  });

  const numberOf = (index: number) => String(index + 100_000);
  const dayOf = (index: number) =>
    new Date(Date.UTC(2020, 0, 2 * index)).toISOString().slice(0, 10);
  const timeOf = (index: number) => `${dayOf(index)}T08:00:00Z`;
  const marksOf = (index: number) => index.toString(2).replace(/0/g, '!').replace(/1/g, '?');
  const wordOf = (index: number) => `w${index}`;
  const listOf = (count: number, valueOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `"${valueOf(index)}"`).join(', ');

  test.each([
    ['numbers', 'Founded', numberOf],
    ['days', 'Created', dayOf],
    ['times', 'Updated', timeOf],
    ['texts without words', 'Label', marksOf],
    ['words', 'Label', wordOf],
    ['words of a value', 'Name', wordOf],
  ] as const)('of %s is asked for as one condition, however long', async (_what, path, of) => {
    for (const operator of ['in', 'not in']) {
      const sqlOf = async (count: number) =>
        (await statementsOf(`${path} ${operator} (${listOf(count, of)})`)).map(({ sql }) => sql);
      expect(await sqlOf(900)).toEqual(await sqlOf(30));
    }
  });

  test('that is long has the planner asked first, and a short one does not', async () => {
    const isAsked = async (count: number) =>
      (await statementsOf(`Created in (${listOf(count, dayOf)})`))[0]?.sql.startsWith('explain');
    expect([await isAsked(3), await isAsked(900)]).toEqual([false, true]);
  });
});
