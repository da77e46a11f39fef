import { describe, expect, test } from 'vitest';
import type { QueryRecord } from '../../../src/app/stored-queries/query-record';
import {
  decide,
  staysUnread,
  type Credential,
  type QueryDecision,
} from '../../../src/app/refresh/decide';
import { refreshTexts } from '../../../src/app/refresh/refresh-texts';
import { contentState, type ListedQuery } from '../../../src/app/refresh/worklist';

const dayMs = 24 * 60 * 60 * 1000;
const now = 100 * dayMs;

const good: Credential = { kind: 'good' };
const none: Credential = { kind: 'noToken' };
const tokenRefused: Credential = { kind: 'tokenRefused', message: 'Refused.' };
const busy: Credential = { kind: 'busy', message: 'Busy.' };
const cannotSend: Credential = { kind: 'cannotSend', message: 'Nowhere.' };
const noAnswer: Credential = { kind: 'noAnswer', message: 'Silence.' };

const asked = {
  query: 'Status = Active',
  writtenAs: ['Asset'],
  usedAt: now,
  isInPart: false,
  precomputations: [{ id: '1', operator: 'in' as const, state: contentState({ value: 'any' }) }],
};
const listed: ListedQuery = { ...asked, fieldId: 'customfield_10010' };
const unseen: ListedQuery = { ...asked, refusal: 'There is no field.', isUnseen: true };
const ambiguous: ListedQuery = { ...unseen, refusal: 'There are two.', isUnseen: false };
const empty: ListedQuery = {
  ...listed,
  precomputations: [{ id: '1', operator: 'in', state: contentState({}) }],
};
const partly: ListedQuery = {
  ...listed,
  precomputations: [...empty.precomputations, ...listed.precomputations],
};
const usedAgo = (query: ListedQuery, days: number) => ({ ...query, usedAt: now - days * dayMs });
const since = (query: ListedQuery, days: number) => ({ ...query, resultSince: now - days * dayMs });

const base = { version: 1, query: 'Status = Active', fieldId: 'f', fieldName: 'Asset' } as const;
const ofNothing: QueryRecord = { ...base, writtenAs: ['Asset'] };
function right(days: number, more: Partial<QueryRecord['result']> = {}): QueryRecord {
  const at = now - days * dayMs;
  const times = { computedAt: at, rightAt: at, isLeftOut: false };
  const facts = { objectCount: 1, digest: 'd', spelling: 's', configurationDigest: 'c' };
  return { ...ofNothing, result: { credential: 'token', ...times, ...facts, ...more } };
}
const removedAgo = (days: number): QueryRecord => ({ ...ofNothing, removedAt: now - days * dayMs });
const waiting: QueryRecord = {
  ...ofNothing,
  waiting: { askedAt: now - dayMs, sources: [], expiredAt: 5 },
};

const ask: QueryDecision = { kind: 'ask' };
const keep: QueryDecision = { kind: 'keep', isLeftOut: false };
const keepLeftOut: QueryDecision = { kind: 'keep', isLeftOut: true };
const skipUnused: QueryDecision = { kind: 'skip', isLeftOut: true };
const skipRemoved: QueryDecision = { kind: 'skip', isLeftOut: false };
const wait = (reason: 'noToken' | 'tokenRefused', more = {}): QueryDecision => ({
  kind: 'wait',
  reason,
  ...more,
});
const expire = (reason: 'noToken' | 'tokenRefused', daysOver: number): QueryDecision => ({
  kind: 'expire',
  reason,
  expiredAt: now - daysOver * dayMs,
});
const fail = (message: string, isUnseen = false): QueryDecision => ({
  kind: 'fail',
  message,
  isUnseen,
});

type Row = readonly [string, Credential, QueryRecord | undefined, ListedQuery, QueryDecision];

const rows: readonly Row[] = [
  ['with a token it is asked', good, right(1), listed, ask],
  ['with a token it is asked, however old its result is', good, right(30), listed, ask],
  ['a new one is asked', good, undefined, listed, ask],
  ['one that waits is asked', good, waiting, listed, ask],
  [
    'one that several fields are meant by is asked, which refuses it',
    good,
    undefined,
    ambiguous,
    ask,
  ],
  [
    'one whose field the app can’t see stays',
    good,
    undefined,
    unseen,
    fail(refreshTexts.fieldUnseen, true),
  ],
  ['one that nobody used for almost six days is asked', good, right(1), usedAgo(listed, 5.99), ask],
  ['one that nobody used for six days is skipped', good, right(1), usedAgo(listed, 6), skipUnused],
  ['also where the app can’t see its field', good, undefined, usedAgo(unseen, 6), skipUnused],
  ['one that was removed is skipped', good, removedAgo(1), usedAgo(listed, 2), skipRemoved],
  [
    'also where it was used at that very time',
    good,
    removedAgo(1),
    usedAgo(listed, 1),
    skipRemoved,
  ],
  ['one that was used since is asked', good, removedAgo(1), usedAgo(listed, 0.99), ask],
  [
    'a removed one is skipped without a token, too',
    none,
    removedAgo(1),
    usedAgo(listed, 2),
    skipRemoved,
  ],
  ['also while the token is refused', tokenRefused, removedAgo(1), usedAgo(listed, 2), skipRemoved],
  ['also while the service is busy', busy, removedAgo(1), usedAgo(listed, 2), skipRemoved],
  ['a used one waits that was removed before', none, removedAgo(1), listed, wait('noToken')],
  ['without a token a result stays', none, right(6.99), listed, keep],
  ['to its last moment', none, right(7), listed, expire('noToken', 0)],
  ['and ends seven days after it was right', none, right(8), listed, expire('noToken', 1)],
  [
    'as one that a refresh left out',
    none,
    right(8, { isLeftOut: true }),
    listed,
    expire('noToken', 1),
  ],
  ['and one of a person', none, right(8, { credential: 'person' }), listed, expire('noToken', 1)],
  ['a refused token leaves a result out', tokenRefused, right(6.99), listed, keepLeftOut],
  ['and ends it after seven days', tokenRefused, right(8), listed, expire('tokenRefused', 1)],
  ['one without a record lasts from when Jira got it', none, undefined, since(listed, 6), keep],
  ['and ends after seven days', none, undefined, since(listed, 8), expire('noToken', 1)],
  ['its record says more than Jira', none, right(6), since(listed, 8), keep],
  ['one whose field the app can’t see lasts as long', none, undefined, since(unseen, 6.99), keep],
  ['and ends for its age alone', none, undefined, since(unseen, 8), expire('noToken', 1)],
  ['one that never had a result waits', none, undefined, listed, wait('noToken')],
  [
    'with the other text where the token is refused',
    tokenRefused,
    undefined,
    listed,
    wait('tokenRefused'),
  ],
  ['one that has waited says since when', none, waiting, listed, wait('noToken', { expiredAt: 5 })],
  ['one that Jira asks the function for is left to that', none, undefined, empty, keep],
  ['but not where it has an error for another call', none, undefined, partly, wait('noToken')],
  ['one of no field waits for nobody', none, undefined, unseen, keep],
  ['also where the token is refused', tokenRefused, undefined, unseen, keepLeftOut],
  ['a busy service fails it', busy, right(1), listed, fail('Busy.')],
  ['and takes no old result away', busy, right(30), listed, fail('Busy.')],
  ['as one that can’t be called', cannotSend, right(30), listed, fail('Nowhere.')],
  ['and one that does not answer', noAnswer, right(30), listed, fail('Silence.')],
];

describe('What becomes of a query:', () => {
  test.each(rows)('%s', (_, credential, record, query, decision) => {
    const look = { now, lastRun: undefined, isOfAll: true };
    expect(decide(credential, record, query, look)).toEqual(decision);
  });

  test('a refresh of single queries asks also for what nobody used', () => {
    const look = { now, lastRun: undefined, isOfAll: false };
    expect(decide(good, right(1), usedAgo(listed, 6.5), look)).toEqual(ask);
  });

  test.each([
    ['a result of the token', {}, keep],
    ['none of a person', { credential: 'person' } as const, expire('noToken', 1)],
    ['none that it left out', { isLeftOut: true }, expire('noToken', 1)],
  ])('the last refresh of everything vouches for %s', (_, result, decision) => {
    const look = { now, lastRun: { startedAt: now - dayMs }, isOfAll: true };
    expect(decide(none, right(8, result), listed, look)).toEqual(decision);
  });
});

describe('What the token’s owner can’t read any more', () => {
  const refused = { message: '', since: 0, isRefused: true };
  test.each([
    ['stays for days', right(6.9), listed, 10, true],
    ['ends 7 days after it was right', right(7), listed, 10, false],
    ['stays where only its age is known', undefined, since(listed, 3), 10, true],
    ['ends where that is too high', undefined, since(listed, 8), 10, false],
    ['ends where an admin saved the token since', right(3), listed, 2, false],
    ['ends where it is gone already', { ...right(1), trouble: refused }, listed, 10, false],
    ['is nothing where nothing was found', undefined, listed, 10, false],
  ])('%s', (_, record, query, tokenDays, stays) => {
    const tokenSetAt = now - tokenDays * dayMs;
    expect(staysUnread(tokenSetAt, record, query, { now, lastRun: undefined })).toBe(stays);
  });
});
