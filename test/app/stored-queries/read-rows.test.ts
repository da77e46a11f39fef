import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/app/stored-queries/read-rows';

/** A storage with pages of 100, in which rows have these sizes in bytes. */
function storageOf(sizes: readonly number[]) {
  const rows = sizes.map((size, index) => ({
    hash: index.toString(16).padStart(8, '0'),
    row: { query: 'x'.repeat(size) },
  }));
  return {
    rows,
    list: (cursor = '0') => {
      const end = Number(cursor) + 100;
      const nextCursor = end < rows.length ? String(end) : undefined;
      return Promise.resolve({ rows: rows.slice(Number(cursor), end), nextCursor });
    },
  };
}

async function readAll({ list }: ReturnType<typeof storageOf>) {
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await readRows(list, cursor);
    pages.push(page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

describe('Pages of what is stored', () => {
  test.each([
    ['no row', [], 1],
    ['500 small rows', Array<number>(500).fill(20), 1],
    ['501 small rows', Array<number>(501).fill(20), 2],
    ['500 rows of 50 kB', Array<number>(500).fill(50_000), 27],
    ['rows that are larger than a page', Array<number>(3).fill(1_100_000), 3],
  ])('hold each row once, with at most 500 of 1 MB: %s', async (_, sizes, count) => {
    const storage = storageOf(sizes);
    const pages = await readAll(storage);
    expect(pages.flat()).toEqual(storage.rows);
    expect(pages).toHaveLength(count);
    for (const page of pages.filter(({ length }) => length > 1)) {
      expect(page.length).toBeLessThanOrEqual(500);
      expect(JSON.stringify(page).length).toBeLessThan(1_010_000);
    }
  });

  test('go on where the row after which a page ended was removed', async () => {
    const storage = storageOf(Array<number>(60).fill(50_000));
    const first = await readRows(storage.list, undefined);
    const [removed] = storage.rows.splice(first.rows.length - 1, 1);
    expect(removed).toEqual(first.rows.at(-1));
    const seen = new Set(first.rows.map(({ hash }) => hash));
    for (let cursor = first.nextCursor; cursor !== undefined;) {
      const page = await readRows(storage.list, cursor);
      for (const { hash } of page.rows) seen.add(hash);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(60);
  });

  test('refuse a cursor that is not theirs', async () => {
    const { list } = storageOf([1]);
    await expect(readRows(list, 'odd')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
