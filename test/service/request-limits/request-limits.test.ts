import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/service/database';
import type { Database } from '../../../src/service/database';
import {
  createRequestLimits,
  storeRequests,
  takeRequests,
  windowMs,
} from '../../../src/service/request-limits';
import type { RequestLimits } from '../../../src/service/request-limits';
import fc from '../../support/property-testing';

const limits = { perToken: 3, perWorkspace: 5 };
const start = Date.parse('2026-11-20T12:00:00.000Z');
const ann = { kind: 'token', id: 'ann' } as const;

let now = start;
const create = (options = {}) =>
  createRequestLimits({ limits, clock: () => new Date(now), ...options });
const admit = (tested: RequestLimits, subject: Parameters<RequestLimits['admit']>[0] = ann) => {
  const admission = tested.admit(subject);
  return admission.isAdmitted ? 0 : admission.waitMs;
};

describe('the limit of a subject', () => {
  const step = fc.record({
    subject: fc.constantFrom(
      ann,
      { kind: 'token', id: 'ben' } as const,
      {
        kind: 'workspace',
        id: 'ann',
      } as const,
    ),
    afterMs: fc.oneof(fc.nat(400), fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1)),
    isWithdrawn: fc.boolean(),
  });

  it('lets the same requests through as counting every span by hand', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        now = start;
        const tested = create();
        const counted: { key: string; at: number }[] = [];
        for (const { subject, afterMs, isWithdrawn } of steps) {
          now += afterMs;
          const key = JSON.stringify(subject);
          const limit = subject.kind === 'token' ? limits.perToken : limits.perWorkspace;
          const inSpan = (end: number) =>
            counted.filter((entry) => entry.key === key && entry.at >= end - windowMs);
          const used = inSpan(now).length;
          expect(tested.read(subject).used).toBe(used);
          const admission = tested.admit(subject);
          expect(admission.isAdmitted).toBe(used < limit);
          if (!admission.isAdmitted) {
            expect(inSpan(now + admission.waitMs).length).toBe(limit - 1);
            expect(inSpan(now + admission.waitMs - 1).length).toBe(limit);
          } else if (isWithdrawn) admission.withdraw();
          else counted.push({ key, at: now });
        }
      }),
    );
  });

  it('is as far away as it says, however often one asks before', () => {
    now = start;
    const tested = create();
    for (let request = 0; request < limits.perToken; request += 1) admit(tested);
    const waitMs = admit(tested);
    expect(waitMs).toBe(windowMs + 1);
    for (let request = 0; request < 10; request += 1) {
      now += 10;
      expect(admit(tested)).toBe(waitMs - (now - start));
    }
    now = start + waitMs;
    expect(admit(tested)).toBe(0);
  });

  it('never keeps anyone longer than its span, also where the clock is set back', () => {
    now = start;
    const tested = create();
    for (let request = 0; request < limits.perToken; request += 1) admit(tested);
    now -= 86_400_000;
    expect(admit(tested)).toBe(windowMs + 1);
  });

  it('is whole again after a reset', () => {
    now = start;
    const tested = create();
    for (let request = 0; request < limits.perToken; request += 1) admit(tested);
    tested.clear();
    expect(tested.read(ann)).toEqual({ used: 0, limit: limits.perToken, waitMs: 0 });
  });
});

it('forgets subjects that have been idle for long', () => {
  now = start;
  const tested = create();
  for (let subject = 0; subject < 10_000; subject += 1) {
    now += 1_000;
    admit(tested, { kind: 'token', id: `${subject}` });
  }
  expect(tested.keep().size).toBeLessThan(1_100);
});

describe('a restart', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase('memory');
  });
  afterAll(() => database.close());

  it('gives nobody more', async () => {
    now = start;
    const before = create();
    for (let request = 0; request < limits.perToken; request += 1) admit(before);
    await storeRequests(database, before.keep());
    now += 1_000;
    const after = create({ kept: await takeRequests(database) });
    expect(admit(after)).toBe(windowMs + 1 - 1_000);
    expect(await takeRequests(database)).toEqual(new Map());
  });

  it('keeps nothing of who made no request lately', async () => {
    now = start;
    const tested = create();
    admit(tested);
    now += windowMs + 1;
    await storeRequests(database, tested.keep());
    expect(await takeRequests(database)).toEqual(new Map());
  });

  it('holds requests that were let through to a limit that is lower now', () => {
    now = start;
    const before = create({ limits: { perToken: 10, perWorkspace: 10 } });
    for (let request = 0; request < 10; request += 1) {
      now += 10;
      admit(before);
    }
    const after = create({ kept: before.keep() });
    expect(admit(after)).toBe(windowMs + 1 - 20);
    now += windowMs + 1 - 20;
    expect(admit(after)).toBe(0);
  });
});
