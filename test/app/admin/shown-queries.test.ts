import { describe, expect, test } from 'vitest';
import {
  nextRefreshAt,
  queryStateOf,
  chooseQueries,
  shownQueries,
  type QueryChoice,
} from '../../../src/app/admin/shown-queries';
import { tokenStateOf } from '../../../src/app/admin/token-state';
import { dayMs, facts, field, stored, token, waiting } from './support/admin-rows';

const trouble = { message: 'x', since: 0, isRefused: false };
const refusal = { ...trouble, isRefused: true };

describe('the state of a stored result', () => {
  const withToken = { ...facts, token };
  const leftOut = { rightAt: facts.now - 8 * dayMs, isLeftOut: true };
  const cases = [
    ['fresh', {}, withToken],
    ['fresh', { computedAt: facts.now - 30 * dayMs }, { ...withToken, lastRun: ranAt(-dayMs) }],
    ['old', { computedAt: facts.now - 3 * dayMs }, withToken],
    ['failed', { trouble }, withToken],
    ['refused', { trouble: refusal }, withToken],
    ['refused', { trouble: refusal, computedAt: facts.now - 6 * dayMs }, facts],
    ['stale', { configurationDigest: 'another' }, withToken],
    ['fieldGone', { fieldId: 'customfield_1' }, withToken],
    ['fresh', { credential: 'person', computedAt: facts.now - 4 * dayMs }, facts],
    ['expiring', { credential: 'person', computedAt: facts.now - 5 * dayMs }, facts],
    ['expired', { credential: 'person', computedAt: facts.now - 7 * dayMs }, facts],
    ['old', { credential: 'person', computedAt: facts.now - 6 * dayMs }, withToken],
    ['old', { computedAt: facts.now - 4 * dayMs }, facts],
    ['expiring', { computedAt: facts.now - 5 * dayMs }, facts],
    ['expired', { computedAt: facts.now - 7 * dayMs }, facts],
    ['fresh', { computedAt: facts.now - 30 * dayMs }, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expiring', { computedAt: facts.now - 30 * dayMs }, { ...facts, lastRun: ranAt(-6 * dayMs) }],
    ['expiring', { computedAt: facts.now - 6 * dayMs }, { ...withToken, isTokenRefused: true }],
    ['fresh', { rightAt: facts.now - 8 * dayMs }, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expired', leftOut, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expiring', { credential: 'person', computedAt: facts.now - 6 * dayMs }, ended()],
  ] as const;

  test.each(cases)('is %s for %j', (kind, row, known) => {
    expect(queryStateOf(stored(row), known, [field])).toMatchObject({ kind });
  });

  test('says in how many days a result ends that nothing refreshes', () => {
    const row = stored({ credential: 'person', computedAt: facts.now - 5.5 * dayMs });
    expect(queryStateOf(row, facts, [field])).toEqual({ kind: 'expiring', days: 2 });
  });

  test('says nothing of fields while they are not known', () => {
    const row = stored({ fieldId: 'customfield_1' });
    expect(queryStateOf(row, withToken, undefined)).toEqual({ kind: 'fresh' });
  });

  test('is refreshed next whole days after the schedule came for a refresh, and never without a working token', () => {
    const dailyRequestedAt = facts.now - 3_600_000;
    expect(nextRefreshAt({ ...withToken, dailyRequestedAt })).toBe(dailyRequestedAt + dayMs);
    const beforeFailures = facts.now - 5.25 * dayMs;
    expect(nextRefreshAt({ ...withToken, dailyRequestedAt: beforeFailures })).toBe(
      facts.now + 0.75 * dayMs,
    );
    expect(nextRefreshAt({ ...facts, dailyRequestedAt })).toBeUndefined();
    expect(nextRefreshAt({ ...withToken, lastRun: ranAt(-3_600_000) })).toBeUndefined();
  });

  function ranAt(distance: number) {
    return { startedAt: facts.now + distance, finishedAt: facts.now + distance + 1 };
  }
  function ended() {
    return { ...facts, token: { ...token, expiresAt: facts.now } };
  }
});

describe('the state of the token', () => {
  test.each([
    [null, { kind: 'missing' }],
    [token, { kind: 'works' }],
    [{ ...token, expiresAt: facts.now + 14.1 * dayMs }, { kind: 'works' }],
    [
      { ...token, expiresAt: facts.now + 14 * dayMs },
      { kind: 'endsSoon', endsAt: facts.now + 14 * dayMs },
    ],
    [
      { ...token, expiresAt: facts.now + 1 },
      { kind: 'endsSoon', endsAt: facts.now + 1 },
    ],
    [{ ...token, expiresAt: facts.now }, { kind: 'expired' }],
  ])('of %j is %j', (known, state) => {
    expect(tokenStateOf(known, facts.now)).toEqual(state);
  });
});

describe('the table of queries', () => {
  const rows = [
    stored({ hash: '1', query: 'Status = "In repair"', objectCount: 5 }),
    stored({ hash: '2', query: 'Memory >= 16', objectCount: 9, computedAt: facts.now - 9 * dayMs }),
    stored({ hash: '3', query: 'Label ~ "mac"', trouble }),
  ];
  const queries = shownQueries({
    stored: rows,
    waiting: [waiting({ hash: '4', query: 'Owner is empty' }), waiting({ hash: '1' })],
    facts: { ...facts, token },
    fields: [{ ...field, name: 'Laptop' }],
  });
  const all: QueryChoice = { text: '', state: 'all', order: 'attention' };
  const hashes = (choice: Partial<QueryChoice>) =>
    chooseQueries(queries, { ...all, ...choice }).map(({ hash }) => hash);

  test('shows what needs an admin first, and a query that has a result as waiting for none', () => {
    expect(hashes({})).toEqual(['3', '2', '4', '1']);
  });

  test.each(['attention', 'oldest', 'newest'] as const)(
    'shows queries of the same state and age by their text (%s)',
    (order) => {
      const same = ['c', 'a', 'b'].map((query) => stored({ hash: query, query }));
      const known = { stored: same, waiting: [], facts: { ...facts, token }, fields: [field] };
      const shown = chooseQueries(shownQueries(known), { ...all, order });
      expect(shown.map(({ query }) => query)).toEqual(['a', 'b', 'c']);
    },
  );

  test('finds words in any order in the query and in the field as it is called now', () => {
    expect(hashes({ text: 'repair LAPTOP status' })).toEqual(['1']);
    expect(hashes({ text: 'Asset' })).toEqual([]);
  });

  test('shows one state alone', () => {
    expect(hashes({ state: 'searchAgain' })).toEqual(['4']);
  });

  test('shows a waiting query that a person ran as such, unless admins forbid such results', () => {
    const stateOf = (personRunsAllowed: boolean) =>
      shownQueries({
        stored: [],
        waiting: [waiting({ isRun: true })],
        facts: { ...facts, personRunsAllowed },
        fields: [field],
      }).map(({ state }) => state.kind);
    expect(stateOf(true)).toEqual(['run']);
    expect(stateOf(false)).toEqual(['waiting']);
  });

  test.each([
    ['query', ['3', '2', '4', '1']],
    ['objects', ['2', '3', '1', '4']],
    ['oldest', ['2', '4', '3', '1']],
  ] as const)('is ordered by %s', (order, expected) => {
    expect(hashes({ order })).toEqual(expected);
  });
});
