import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../../src/app/platform/storage';
import { digestOfSources, queryHash } from '../../../src/app/stored-queries/stored-queries';
import { createFixture, type Fixture } from '../support/resolver-fixture';
import { screens } from '../support/resolver-functions';

const pending = {
  version: 1,
  query: 'Status = "In repair"',
  fieldId: 'customfield_10010',
  fieldName: 'Asset',
  writtenAs: ['Asset'],
};
const waiting = {
  sources: [{ workspaceId: '11111111-0000-4000-8000-000000000001' }],
  askedAt: Date.now(),
};
const hash = queryHash(pending.fieldId, pending.query);
const found = {
  objectIds: ['22222222-0000-4000-8000-000000000001'],
  configurationDigest: digestOfSources(waiting.sources),
  computedAt: Date.now(),
  version: 1,
};

async function createSite(): Promise<Fixture> {
  const fixture = createFixture();
  const ready = { objectCount: 1, computedAt: found.computedAt };
  await fixture.kept.store.set(`query:${hash}`, { ...pending, waiting, ready });
  await fixture.kept.store.set(`handover:${hash}`, found);
  return fixture;
}

const call = (fixture: Fixture, functionKey: string, payload: unknown = {}) =>
  fixture.call(functionKey, payload, screens.connect);

describe('searches that wait', () => {
  test('are shown to a person with a grant, with what the page shows of them alone', async () => {
    const { query, fieldName, writtenAs } = pending;
    const { askedAt } = waiting;
    const ageMs = expect.any(Number) as number;
    const ready = { objectCount: 1, ageMs, goodUntil: found.computedAt + 7 * 24 * 60 * 60 * 1000 };
    expect(await call(await createSite(), 'waitingSearches')).toEqual({
      kind: 'ok',
      value: {
        isAllowed: true,
        now: expect.any(Number) as number,
        rows: [{ hash, query, fieldName, writtenAs, askedAt, found: ready }],
      },
    });
  });

  test('are hidden from a person without a grant, as is what others found', async () => {
    const fixture = await createSite();
    fixture.forge.grants.clear();
    expect(await call(fixture, 'waitingSearches')).toEqual({ kind: 'consent' });
    expect(await call(fixture, 'runSearch', { hash })).toEqual({ kind: 'consent' });
    expect(await call(fixture, 'runSearch', { hash: 'a'.repeat(64) })).toEqual({ kind: 'consent' });
  });

  test('are good for at least seven days once one person ran them', async () => {
    expect(await call(await createSite(), 'runSearch', { hash })).toMatchObject({
      value: { objectCount: 1, goodUntil: found.computedAt + 7 * 24 * 60 * 60 * 1000 },
    });
  });
});

describe('asking for consent', () => {
  const minuteMs = 60_000;
  let fixture: Fixture;
  beforeEach(() => {
    fixture = createFixture();
    fixture.forge.grants.clear();
  });
  afterEach(() => void vi.restoreAllMocks());
  const asOf = (accountId: string) => ({ ...screens.connect, accountId });
  const ask = (asksByItself: boolean, accountId = 'ada') =>
    fixture.call('connect', { asksByItself }, asOf(accountId));
  const look = (accountId = 'ada') => fixture.call('connection', {}, asOf(accountId));
  const isAsked = { name: 'NEEDS_AUTHENTICATION_ERR' };
  const isRefused = { kind: 'ok', value: { attempt: 'recent' } };
  const attempt = (state: string) => ({ value: { isConnected: false, attempt: state } });

  test('happens once by itself in 15 minutes, for each account, and whenever someone clicks', async () => {
    await expect(ask(true)).rejects.toMatchObject(isAsked);
    expect(await look()).toMatchObject(attempt('recent'));
    expect(await ask(true)).toEqual(isRefused);
    expect(await look('mia')).toMatchObject(attempt('none'));
    await expect(ask(true, 'mia')).rejects.toMatchObject(isAsked);
    fixture.clock.nowMs += 14 * minuteMs;
    expect(await ask(true)).toEqual(isRefused);
    await expect(ask(false)).rejects.toMatchObject(isAsked);
    fixture.clock.nowMs += 2 * minuteMs;
    expect(await ask(true)).toEqual(isRefused);
    fixture.clock.nowMs += 14 * minuteMs;
    expect(await look()).toMatchObject(attempt('none'));
    await expect(ask(true)).rejects.toMatchObject(isAsked);
    expect(await ask(true)).toEqual(isRefused);
  });

  test('happens once in two tabs that are opened together', async () => {
    const replies = await Promise.allSettled([ask(true), ask(true), ask(true)]);
    expect(replies.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  /** Asks by itself, and stops before a call of the storage until it may go on; not if it makes fewer calls. */
  async function askUpTo(step: number) {
    const { store } = fixture.kept;
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    let calls = 0;
    let hasStopped = () => {};
    const stop = new Promise<void>((resolve) => (hasStopped = resolve));
    const names = ['find', 'set', 'setIfAbsent', 'delete'] as const;
    const spies = names.map((name) => {
      const run = store[name].bind(store) as (...call: unknown[]) => unknown;
      const runLater = async (...call: unknown[]) => {
        if (calls++ === step) {
          hasStopped();
          await mayGoOn;
        }
        return run(...call);
      };
      return vi.spyOn(store, name).mockImplementation(runLater);
    });
    const reply = ask(true);
    await Promise.race([stop, reply.catch(() => undefined)]);
    for (const spy of spies) spy.mockRestore();
    return { reply, goOn };
  }

  test.each(
    [0, 1, 2, 3, 4, 5, 6].flatMap((step) =>
      [0, 5 * minuteMs].map((laterMs) => ({ step, laterMs })),
    ),
  )(
    'happens once in two tabs where the last time is over, one of which rests before step $step, $laterMs ms apart',
    async ({ step, laterMs }) => {
      await expect(ask(true)).rejects.toMatchObject(isAsked);
      fixture.clock.nowMs += 16 * minuteMs;
      const first = await askUpTo(step);
      fixture.clock.nowMs += laterMs;
      const second = await Promise.allSettled([ask(true)]);
      first.goOn();
      const replies = [...second, ...(await Promise.allSettled([first.reply]))];
      expect(replies.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    },
  );

  test('leaves no attempt where the platform could not ask', async () => {
    const { account } = fixture.kept.platform;
    const requestConsent = vi.spyOn(account, 'requestConsent');
    requestConsent.mockRejectedValue(new Error('The platform did not ask for consent'));
    for (const asksByItself of [true, false]) {
      expect(await ask(asksByItself)).toMatchObject({ kind: 'problem' });
      expect(await look()).toMatchObject(attempt('none'));
    }
    vi.restoreAllMocks();
    await expect(ask(true)).rejects.toMatchObject(isAsked);
  });

  test('leaves nothing of the account in the storage, and nothing once there is a grant', async () => {
    await expect(ask(true)).rejects.toMatchObject(isAsked);
    const stored = [...fixture.kept.store.entries].map(([key, { json }]) => key + json);
    expect(stored).toEqual([expect.stringMatching(/^consent-attempt:[0-9a-f]{16}\{"version":1,/)]);
    fixture.forge.grants.add('ada');
    expect(await look()).toMatchObject({ value: { isConnected: true } });
    expect([...fixture.kept.store.entries]).toEqual([]);
    fixture.forge.grants.clear();
    expect(await look()).toMatchObject(attempt('none'));
  });

  test('doesn’t happen again by itself while the clock goes back', async () => {
    await expect(ask(true)).rejects.toMatchObject(isAsked);
    fixture.clock.nowMs -= 24 * 60 * minuteMs;
    expect(await ask(true)).toEqual(isRefused);
  });

  test('needs no storage where someone clicks, and never happens by itself without one', async () => {
    const { store } = fixture.kept;
    const broken = () => Promise.reject(new StoreError('UNKNOWN'));
    Object.assign(store, { find: broken, set: broken, setIfAbsent: broken });
    expect(await look()).toMatchObject(attempt('unknown'));
    expect(await ask(true)).toMatchObject({ kind: 'problem', code: 'STORAGE_UNREACHABLE' });
    await expect(ask(false)).rejects.toMatchObject(isAsked);
  });

  test('asks once where a storage replaces what is there, or holds what nobody can read', async () => {
    const { store } = fixture.kept;
    const key = 'consent-attempt:' + createHash('sha256').update('ada').digest('hex').slice(0, 16);
    await store.set(key, { version: 2 });
    await expect(ask(true)).rejects.toMatchObject(isAsked);
    expect(await ask(true)).toEqual(isRefused);
    const replace: typeof store.setIfAbsent = async (name, value, options) => {
      await store.set(name, value, options);
      return true;
    };
    Object.assign(store, { setIfAbsent: replace });
    expect(await ask(true)).toEqual(isRefused);
  });
});
