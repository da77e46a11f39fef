import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/app/stored-queries/stored-queries';

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
    const page = await readRows(list, cursor, () => true);
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
    ['500 rows of 20 kB', Array<number>(500).fill(20_000), 5],
    [
      '200 rows of 40 kB after small ones',
      [...Array<number>(300).fill(20), ...Array<number>(200).fill(40_000)],
      2,
    ],
  ])('hold each row once, with at most 500 of 5 MB: %s', async (_, sizes, count) => {
    const storage = storageOf(sizes);
    const pages = await readAll(storage);
    expect(pages.flat()).toEqual(storage.rows);
    expect(pages).toHaveLength(count);
    for (const page of pages) {
      expect(page.length).toBeLessThanOrEqual(500);
      expect(JSON.stringify(page).length).toBeLessThan(5_000_000);
    }
  });

  test('have none that is not wanted, and end after 20 pages of the storage even if none is', async () => {
    const storage = storageOf(Array<number>(2_500).fill(20));
    const first = await readRows(storage.list, undefined, () => false);
    expect(first).toEqual({ rows: [], nextCursor: '2000' });
    const last = await readRows(storage.list, first.nextCursor, () => false);
    expect(last).toEqual({ rows: [], nextCursor: undefined });
  });
});
