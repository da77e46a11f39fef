import { beforeEach, describe, expect, test } from 'vitest';
import {
  besideOlder,
  stateOf,
  type QueryRecord,
} from '../../../src/app/stored-queries/query-record';
import { queryText, withVisibleSpaces } from '../../../src/app/stored-queries/query-text';
import { queryHash, readRows } from '../../../src/app/stored-queries/stored-queries';
import { takeSeat } from '../../../src/app/stored-queries/waiting-seats';
import { MemoryStore } from '../refresh/support/memory-store';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = 100 * dayMs;
const token = { credential: 'token', isLeftOut: false } as const;
const rightAgo = (days: number) => ({ ...token, rightAt: now - days * dayMs });
const person = { ...rightAgo(7), credential: 'person' } as const;
const failed = { isRefused: false };
const refused = { isRefused: true };
const askedAgo = (days: number) => ({ askedAt: now - days * dayMs });
const readyAgo = (minutes: number) => ({ computedAt: now - minutes * minuteMs });
const lastRun = { startedAt: now - dayMs };

describe('The state of a query is', () => {
  test.each([
    ['good', { result: rightAgo(0) }],
    ['good', { result: rightAgo(6.99) }],
    ['expired', { result: rightAgo(7) }],
    ['kept', { result: { ...rightAgo(6.99), isLeftOut: true } }],
    ['kept', { result: rightAgo(1), trouble: failed }],
    ['expired', { result: rightAgo(7), trouble: failed }],
    ['refused', { result: rightAgo(1), trouble: refused }],
    ['refused', { result: rightAgo(7), trouble: refused }],
    ['good', { result: rightAgo(1), waiting: askedAgo(0) }],
    ['good', { result: rightAgo(1), removedAt: now }],
    ['waiting', { waiting: askedAgo(0) }],
    ['waiting', { waiting: askedAgo(6.99) }],
    ['expired', { waiting: askedAgo(7) }],
    ['waiting', { waiting: askedAgo(0), removedAt: now }],
    ['ready', { waiting: askedAgo(1), ready: readyAgo(9.99) }],
    ['waiting', { waiting: askedAgo(1), ready: readyAgo(10) }],
    ['expired', { ready: readyAgo(0) }],
    ['removed', { removedAt: now - 6.99 * dayMs }],
    ['expired', { removedAt: now - 7 * dayMs }],
    ['expired', {}],
  ] as const)('%s: %j', (state, facts) => {
    expect(stateOf(facts, { now, lastRun: undefined })).toBe(state);
  });

  test.each([
    ['good', { result: rightAgo(7) }],
    ['expired', { result: person }],
    ['expired', { result: { ...rightAgo(7), isLeftOut: true } }],
  ] as const)('%s beside a refresh of everything: %j', (state, facts) => {
    expect(stateOf(facts, { now, lastRun })).toBe(state);
  });

  test('good for 7 days after a result was found, even if the last refresh began before that', () => {
    const early = { now: now + 6.5 * dayMs, lastRun: { startedAt: now - dayMs } };
    expect(stateOf({ result: rightAgo(0) }, early)).toBe('good');
  });
});

describe('A result beside an older one', () => {
  const facts = { objectCount: 1, digest: 'd', spelling: 's', configurationDigest: 'c' };
  const fresh = { ...rightAgo(0), ...facts, computedAt: now };
  const older = { ...rightAgo(3), ...facts, computedAt: now - 3 * dayMs };

  test.each([
    ['ends with that', older, undefined, { rightAt: now - 3 * dayMs, credential: 'token' }],
    ['counts what vouches for that', older, lastRun, { rightAt: now - dayMs }],
    [
      'is a person’s as that',
      { ...older, credential: 'person' } as const,
      lastRun,
      { credential: 'person', rightAt: now - 3 * dayMs },
    ],
    ['is left out as that', { ...older, isLeftOut: true }, lastRun, { isLeftOut: true }],
    ['is as it is where there is none', undefined, lastRun, fresh],
  ])('%s', (_, known, last, expected) => {
    expect(besideOlder(fresh, known, last)).toMatchObject({ objectCount: 1, ...expected });
  });
});

test.each([
  ['a direction override', '\u202E', '\\u202e'],
  ['a space without width', '\u200B', '\\u200b'],
  ['a mark of direction', '\u200F', '\\u200f'],
  ['a byte order mark', '\uFEFF', '\\ufeff'],
  ['a soft hyphen', '\u00AD', '\\u00ad'],
  ['a joiner', '\u200D', '\\u200d'],
  ['a filler', '\u3164', '\\u3164'],
  ['an empty pattern of Braille', '\u2800', '\\u2800'],
  ['a tag, which takes two code units', '\u{E0041}', '\\udb40\\udc41'],
  ['a control character', '\u0007', '\\u0007'],
  ['half of a surrogate pair', '\uD83D', '\\ud83d'],
  ['a separator of lines', '\u2028', '\\u2028'],
])('shows %s as it can be written in a query', (_, hidden, shown) => {
  expect(queryText(`Status = "a${hidden}b"`)).toBe(`Status = "a${shown}b"`);
});

test('leaves what people see, with line breaks and tabs', () => {
  const query = 'Label = "Þórshöfn 東京 😀 מחשב"\n\tand Status = "x"';
  expect(queryText(query)).toBe(query);
});

test('shows an empty query in words', () => {
  expect(queryText(' ')).toBe('(every object)');
});

test.each([
  ['a  b', 'a b'],
  ['a   b', 'a  b'],
  ['a ', 'a'],
  [' a', 'a'],
  ['a\nb', 'a b'],
  ['a\tb', 'a b'],
])('shows %j as another text than %j where a line draws spaces as one', (one, other) => {
  const drawn = (text: string) =>
    withVisibleSpaces(text)
      .replace(/[ \t\n]+/g, ' ')
      .replace(/^ | $/g, '');
  expect(drawn(one)).not.toBe(drawn(other));
});

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

describe('The last place that is free', () => {
  const fieldId = 'customfield_10010';
  const hashOf = (query: string) => queryHash(fieldId, query);
  const [first, second] = [hashOf('first'), hashOf('second')];

  /** A site where 499 queries wait, and one has just left the last of the 500 places. */
  function createSite() {
    const clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
    const now = () => clock.now;
    const store = new MemoryStore(now);
    const waiting = new Set<string>();
    const record = (): QueryRecord => ({
      ...{ version: 1, query: '', fieldId, fieldName: 'Asset', writtenAs: [] },
      waiting: { askedAt: clock.now, sources: [] },
    });
    const find = (hash: string) => Promise.resolve(waiting.has(hash) ? record() : undefined);
    return { clock, waiting, parts: { store, now, storedQueries: { find } } };
  }
  let site: ReturnType<typeof createSite>;

  beforeEach(async () => {
    site = createSite();
    for (let number = 0; number < 500; number += 1) {
      const hash = hashOf(`State = ${number}`);
      site.waiting.add(hash);
      await takeSeat(site.parts, hash);
    }
    site.waiting.delete(hashOf('State = 0'));
    site.clock.now += 2 * 60_000;
  });

  test('goes to one of two queries that find it at once', async () => {
    let another: boolean | undefined;
    // Between what the second one reads and what it writes, the first one takes the place.
    const find = async (hash: string) => {
      const record = await site.parts.storedQueries.find(hash);
      if (!record) another ??= await takeSeat(site.parts, first);
      return record;
    };
    const isTaken = await takeSeat({ ...site.parts, storedQueries: { find } }, second);
    expect({ another, isTaken }).toEqual({ another: true, isTaken: false });
  });

  test('is taken before its record says that the query waits, and free again if it never does', async () => {
    expect(await takeSeat(site.parts, first)).toBe(true);
    expect(await takeSeat(site.parts, second)).toBe(false);
    expect(await takeSeat(site.parts, second)).toBe(false);
    site.clock.now += 2 * 60_000;
    expect(await takeSeat(site.parts, second)).toBe(true);
  });

  test('is free for many queries, one after the other', async () => {
    for (const query of ['a', 'b', 'c']) {
      expect(await takeSeat(site.parts, hashOf(query))).toBe(true);
      site.clock.now += 2 * 60_000;
    }
  });
});
