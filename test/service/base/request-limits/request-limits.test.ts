import { beforeEach, describe, expect, test } from 'vitest';
import { windowMs } from '../../../../src/service/base/request-limits/request-limits';
import type { RequestLimits } from '../../../../src/service/base/request-limits/request-limits';
import {
  takeRequests,
  openOwnRequestLimits,
  RequestLogs,
} from '../../../../src/service/base/request-limits/own-request-limits';
import { createSharedRequestLimits } from '../../../../src/service/base/request-limits/shared-request-limits';
import fc from '../../../support/property-testing';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const limits = { perToken: 3, perWorkspace: 5 };
const start = Date.parse('2026-11-20T12:00:00.000Z');
const ann = { kind: 'token', id: 'ann' } as const;

let now = start;
const clock = () => new Date(now);
const admit = async (tested: RequestLimits, subject: typeof ann = ann) => {
  const admission = await tested.admit(subject);
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

describe.each([
  ['of one process', openOwn, 100],
  ['of several processes', openShared, 25],
])('the limit %s', (_, open, numRuns) => {
  const step = fc.record({
    subject: fc.constantFrom(
      ann,
      { kind: 'token', id: 'ben' } as const,
      { kind: 'workspace', id: 'ann' } as const,
    ),
    afterMs: fc.oneof(fc.nat(400), fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1)),
    isWithdrawn: fc.boolean(),
  });

  test('lets the same requests through as counting every span by hand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        now = start;
        const tested = await open();
        const counted: { key: string; at: number }[] = [];
        for (const { subject, afterMs, isWithdrawn } of steps) {
          now += afterMs;
          const key = JSON.stringify(subject);
          const limit = subject.kind === 'token' ? limits.perToken : limits.perWorkspace;
          const inSpan = (end: number) =>
            counted.filter((entry) => entry.key === key && entry.at >= end - windowMs);
          const used = inSpan(now).length;
          const { waitMs, ...use } = await tested.read(subject);
          expect(use).toEqual({ used, limit });
          const admission = await tested.admit(subject);
          expect(admission.isAdmitted).toBe(used < limit);
          expect(waitMs).toBe(admission.isAdmitted ? 0 : admission.waitMs);
          if (!admission.isAdmitted) {
            expect(inSpan(now + admission.waitMs).length).toBe(limit - 1);
            expect(inSpan(now + admission.waitMs - 1).length).toBe(limit);
          } else if (isWithdrawn) await admission.withdraw();
          else counted.push({ key, at: now });
        }
      }),
      { numRuns },
    );
  });

  test('takes a request back whatever came after it', async () => {
    const tested = await open();
    const [first, second] = [await tested.admit(ann), ((now += 10), await tested.admit(ann))];
    now += 10;
    await admit(tested);
    for (const admission of [first, second]) {
      if (admission.isAdmitted) await admission.withdraw();
    }
    expect((await tested.read(ann)).used).toBe(1);
    expect(await admit(tested)).toBe(0);
    expect(await admit(tested)).toBe(0);
    expect(await admit(tested)).toBe(windowMs + 1);
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

test('forgets subjects that have been idle for long', () => {
  const logs = new RequestLogs({ windowMs, limitOf: () => 3, now: () => now, kept: new Map() });
  for (let subject = 0; subject < 10_000; subject += 1) {
    now += 1_000;
    logs.obtain(`token ${subject}`).admit(now);
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
