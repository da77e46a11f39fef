import { beforeEach, describe, expect, test } from 'vitest';
import {
  callShares,
  createCallMeter,
  createCallPool,
  type TokenCaller,
} from '../../../src/app/access/call-pool';
import { MemoryStore } from '../refresh/support/memory-store';

const startMs = Date.parse('2026-11-22T09:00:00.000Z');
const account = (accountId: string): TokenCaller => ({ kind: 'account', accountId });
const visitors: TokenCaller = { kind: 'visitors' };
const search: TokenCaller = { kind: 'search', durationMs: 0 };
const background = (): TokenCaller => ({ kind: 'background', endsAt: clock.now + 120_000 });

let clock: { now: number };
let store: MemoryStore;

beforeEach(() => {
  clock = { now: startMs };
  store = new MemoryStore(() => clock.now);
});

/** The pool of one invocation. */
const pool = () =>
  createCallPool({ platform: { store, tenantKey: () => 'site' }, now: () => clock.now });

async function take(caller: TokenCaller, calls: number) {
  const taken = await pool().take(caller, calls);
  if (taken.kind === 'spent') throw new Error(`Spent until ${taken.until - startMs}`);
  return taken;
}

const refusal = (caller: TokenCaller, calls = 1) => pool().take(caller, calls);
const isSpent = { kind: 'spent' };
const isTaken = { kind: 'taken' };

describe('The calls with the access token', () => {
  test.each([
    ['one account has 200', () => account('cora'), 200, () => account('colin')],
    ['all visitors without an account have 400 together', () => visitors, 400, () => search],
    ['background work has none beyond 600 of everyone', background, 600, () => visitors],
  ])('%s', async (_, caller, most, other) => {
    await take(caller(), most - 10);
    expect(await refusal(caller(), 11)).toMatchObject(isSpent);
    await take(caller(), 10);
    expect(await refusal(caller())).toMatchObject(isSpent);
    expect(await refusal(other())).toMatchObject(isTaken);
  });

  test('keep 200 for searches, whoever else asks', async () => {
    for (const accountId of ['a', 'b', 'c', 'd']) await take(account(accountId), 200);
    for (const caller of [account('e'), visitors, { kind: 'admin' } as const, background()]) {
      expect(await refusal(caller)).toMatchObject(isSpent);
    }
    for (let minute = 0; minute < 2; minute += 1) {
      await take(search, 100);
      clock.now += 60_000;
    }
    expect(await refusal(search)).toMatchObject(isSpent);
  });

  test('are refused to background work first', async () => {
    for (const accountId of ['a', 'b', 'c']) await take(account(accountId), 200);
    expect(await refusal(background())).toMatchObject(isSpent);
    expect(await refusal(account('d'))).toMatchObject(isTaken);
  });

  test('come back as those before are old enough, and say when', async () => {
    await take(account('cora'), 150);
    clock.now += 45_000;
    await take(account('cora'), 50);
    expect(await refusal(account('cora'), 150)).toEqual({ ...isSpent, until: startMs + 360_000 });
    expect(await refusal(account('cora'), 151)).toEqual({ ...isSpent, until: startMs + 390_000 });
    clock.now = startMs + 360_000;
    await take(account('cora'), 150);
  });

  test('that are counted and not sent are given back, those of an earlier half minute too', async () => {
    const meter = createCallMeter((calls) => take(visitors, calls));
    const send = meter.metered(() => Promise.reject(new Error('No answer')));
    await meter.take(400);
    await expect(send('', { method: 'GET', headers: {} })).rejects.toThrow('No answer');
    clock.now += 40_000;
    expect(await refusal(visitors)).toMatchObject(isSpent);
    await meter.giveBack();
    await take(visitors, 399);
    expect(await refusal(visitors)).toMatchObject(isSpent);
  });

  test('of background work count from when they were sent', async () => {
    const { settle } = await take(background(), 100);
    await take(visitors, 400);
    clock.now += 100_000;
    await settle({ unsent: 40, sentAt: Array.from({ length: 60 }, () => startMs) });
    await take(background(), 140);
    clock.now = startMs + 360_000;
    expect(await refusal(background(), 600 - 139)).toMatchObject(isSpent);
    await take(background(), 600 - 140);
  });

  test('can’t be had where what is stored can’t be read, and can later', async () => {
    await take(visitors, 1);
    const [newest = ''] = [...store.entries.keys()].slice(-1);
    store.entries.set(newest, { json: '{"version":9}', endsAt: Infinity });
    expect(await refusal(visitors)).toMatchObject(isSpent);
    clock.now += 1_200_000;
    await take(visitors, 1);
  });

  test('are never more than 1,000 in any 300 seconds, of however many functions at once', async () => {
    const sent: { at: number; calls: number }[] = [];
    const callers = [search, visitors, account('a'), account('b'), background()];
    for (let round = 0; round < 70; round += 1) {
      const functions = callers.flatMap((caller) =>
        [pool(), pool()].map((one) => [caller, one] as const),
      );
      await Promise.all(
        functions.map(async ([caller, one], index) => {
          const calls = 5 + (index % 3) * 9;
          const taken = await one.take(caller, calls);
          if (taken.kind === 'taken') sent.push({ at: clock.now, calls });
        }),
      );
      clock.now += 17_000;
    }
    const within = sent.map(({ at }) =>
      sent
        .filter((other) => other.at >= at && other.at < at + 300_000)
        .reduce((sum, { calls }) => sum + calls, 0),
    );
    expect(Math.max(...within)).toBeLessThanOrEqual(callShares.inAll);
    expect(Math.max(...within)).toBeGreaterThan(callShares.inAll / 2);
  });

  test('of a function whose clock is late count after a new window has begun', async () => {
    const late = { now: clock.now };
    const platform = { store, tenantKey: () => 'site' };
    const lateOne = createCallPool({ platform, now: () => late.now });
    clock.now += 600_000;
    late.now = clock.now - 1;
    await take(visitors, 100);
    expect(await lateOne.take(visitors, 299)).toMatchObject(isTaken);
    expect(await refusal(visitors, 2)).toMatchObject(isSpent);
    await take(visitors, 1);
  });

  test('cost one write each, and two reads for each time that their number doubles', async () => {
    for (let index = 0; index < 128; index += 1) await take(search, 0);
    const [reads, size] = [store.reads, store.entries.size];
    await take(account('cora'), 1);
    expect(store.reads - reads).toBeLessThanOrEqual(2 * 9);
    expect(store.entries.size - size).toBe(1);
    expect(store.lists).toBe(0);
  });
});
