import { beforeEach, describe, expect, test } from 'vitest';
import {
  keyOf,
  limitOf,
  windowMs,
} from '../../../../src/service/base/request-limits/request-limits';
import type {
  RequestLimits,
  Subject,
} from '../../../../src/service/base/request-limits/request-limits';
import {
  takeRequests,
  openOwnRequestLimits,
  RequestLogs,
} from '../../../../src/service/base/request-limits/own-request-limits';
import { createSharedRequestLimits } from '../../../../src/service/base/request-limits/shared-request-limits';
import { DatabaseFault } from '../../../../src/service/base/database/database';
import type { Database } from '../../../../src/service/base/database/database';
import fc from '../../../support/property-testing';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const limits = { perToken: 3, perWorkspace: 5 };
const start = Date.parse('2026-11-20T12:00:00.000Z');
const ann = { kind: 'token', id: 'ann' } as const;

let now = start;
const clock = () => new Date(now);
const admit = async (tested: RequestLimits, subject: typeof ann = ann) => {
  const admission = await tested.admit([subject]);
  return admission.isAdmitted ? 0 : admission.waitMs;
};

const database = duringTests(() => openTestDatabase());
beforeEach(() => {
  now = start;
});

const openOwn = (own = limits) => openOwnRequestLimits(database, { limits: own, clock });
async function openShared() {
  const shared = createSharedRequestLimits(database, { limits, clock });
  await shared.clear();
  return shared;
}

test('the limit of several processes holds in each of them while the disk of their database is full', async () => {
  const full: Database = {
    ...database,
    queryPrepared: () => Promise.reject(new DatabaseFault('No space left on device', '53100')),
  };
  const shared = createSharedRequestLimits(full, { limits, clock });
  const waits = [
    await admit(shared),
    await admit(shared),
    await admit(shared),
    await admit(shared),
  ];
  expect(waits).toEqual([0, 0, 0, windowMs + 1]);
});

describe.each([
  ['of one process', openOwn, 100],
  ['of several processes', openShared, 25],
])('the limit %s', (_, open, numRuns) => {
  const subjects: readonly (readonly Subject[])[] = [
    [ann],
    [{ kind: 'token', id: 'ben' }],
    [{ kind: 'workspace', id: 'ann' }],
    [ann, { kind: 'workspace', id: 'ann' }],
    [
      { kind: 'token', id: 'ben' },
      { kind: 'workspace', id: 'ann' },
    ],
  ];
  const step = fc.record({
    asked: fc.constantFrom(...subjects),
    afterMs: fc.oneof(fc.nat(400), fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1)),
  });

  test('lets the same requests through as counting every span by hand, for all subjects or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        now = start;
        const tested = await open();
        const counted: { subject: Subject; at: number }[] = [];
        for (const { asked, afterMs } of steps) {
          now += afterMs;
          const inSpan = (subject: Subject, end: number) =>
            counted.filter(
              (entry) => keyOf(entry.subject) === keyOf(subject) && entry.at >= end - windowMs,
            ).length;
          const expected = asked.map((subject) => {
            const limit = limitOf(limits, subject);
            return { subject, limit, used: inSpan(subject, now) };
          });
          const uses = await Promise.all(asked.map((subject) => tested.read(subject)));
          expect(uses).toMatchObject(expected.map(({ used, limit }) => ({ used, limit })));
          const refusing = expected.find(({ used, limit }) => used >= limit);
          const admission = await tested.admit(asked);
          const waits = uses.map(({ waitMs }) => waitMs);
          if (admission.isAdmitted) {
            expect(refusing).toBeUndefined();
            expect(waits).toEqual(asked.map(() => 0));
            counted.push(...asked.map((subject) => ({ subject, at: now })));
            continue;
          }
          const { refusedBy, waitMs } = admission;
          expect(refusedBy).toEqual(refusing?.subject);
          expect(waits[asked.indexOf(refusedBy)]).toBe(waitMs);
          const { limit } = refusing ?? { limit: 0 };
          expect(inSpan(refusedBy, now + waitMs)).toBeLessThan(limit);
          expect(inSpan(refusedBy, now + waitMs - 1)).toBe(limit);
        }
      }),
      { numRuns },
    );
  });

  test('is as far away as it says, however often one asks before', async () => {
    const tested = await open();
    for (let request = 0; request < limits.perToken; request += 1) await admit(tested);
    const waitMs = await admit(tested);
    expect(waitMs).toBe(windowMs + 1);
    for (let request = 0; request < 10; request += 1) {
      now += 10;
      expect(await admit(tested)).toBe(waitMs - (now - start));
    }
    now = start + waitMs;
    expect(await admit(tested)).toBe(0);
  });

  test('never keeps anyone longer than its span, also where the clock is set back', async () => {
    const tested = await open();
    for (let request = 0; request < limits.perToken; request += 1) await admit(tested);
    now -= 86_400_000;
    expect(await admit(tested)).toBe(windowMs + 1);
    now += windowMs + 1;
    expect(await admit(tested)).toBe(0);
  });

  test('is whole again after a reset', async () => {
    const tested = await open();
    for (let request = 0; request < limits.perToken; request += 1) await admit(tested);
    await tested.clear();
    expect(await tested.read(ann)).toEqual({ used: 0, limit: limits.perToken, waitMs: 0 });
  });
});

test('several requests that come with one token are let through as one after the other', async () => {
  const both = [ann, { kind: 'workspace', id: 'ann' }] as const;
  const steps = fc.array(
    fc.record({ requests: fc.integer({ min: 1, max: 7 }), afterMs: fc.nat(windowMs) }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      now = start;
      const own = await openOwn();
      await openShared();
      for (const { requests, afterMs } of asked) {
        now += afterMs;
        const expected: Awaited<ReturnType<RequestLimits['admit']>>[] = [];
        for (let request = 0; request < requests; request += 1)
          expected.push(await own.admit(both));
        const refused = expected.find(({ isAdmitted }) => !isAdmitted);
        const [counted] = await database.query(
          `select admitted, refused, case when refused is not null then wait_ms end as wait
           from admit_requests($1, $2, $3, $4, $5)`,
          [
            requests,
            both.map((subject) => `${keyOf(subject)} of ${limitOf(limits, subject)}`),
            both.map((subject) => `${limitOf(limits, subject)}`),
            ...[windowMs, now],
          ],
        );
        expect(counted).toEqual({
          admitted: expected.filter(({ isAdmitted }) => isAdmitted).length,
          refused:
            refused?.isAdmitted === false
              ? `${keyOf(refused.refusedBy)} of ${limitOf(limits, refused.refusedBy)}`
              : null,
          wait: refused?.isAdmitted === false ? refused.waitMs : null,
        });
      }
    }),
    { numRuns: 25 },
  );
});

test('forgets subjects that have been idle for long', () => {
  const logs = new RequestLogs({ windowMs, limitOf: () => 3, now: () => now, kept: new Map() });
  for (let subject = 0; subject < 10_000; subject += 1) {
    now += 1_000;
    logs.obtain(`token ${subject}`).count(now);
  }
  expect(logs.times().size).toBeLessThan(1_100);
});

describe('a restart', () => {
  test('gives nobody more', async () => {
    const before = await openOwn();
    for (let request = 0; request < limits.perToken; request += 1) await admit(before);
    await before.close();
    now += 1_000;
    expect(await admit(await openOwn())).toBe(windowMs + 1 - 1_000);
    expect(await takeRequests(database)).toEqual(new Map());
  });

  test('keeps nothing of who made no request lately', async () => {
    const tested = await openOwn();
    await admit(tested);
    now += windowMs + 1;
    await tested.close();
    expect(await takeRequests(database)).toEqual(new Map());
  });

  test('holds requests that were let through to a limit that is lower now', async () => {
    const before = await openOwn({ perToken: 10, perWorkspace: 10 });
    for (let request = 0; request < 10; request += 1) {
      now += 10;
      await admit(before);
    }
    await before.close();
    const after = await openOwn();
    expect(await admit(after)).toBe(windowMs + 1 - 20);
    now += windowMs + 1 - 20;
    expect(await admit(after)).toBe(0);
  });
});
