import { describe, expect, test } from 'vitest';
import { besideOlder, stateOf } from '../../../src/app/stored-queries/query-record';

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
