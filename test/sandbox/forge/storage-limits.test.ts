import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createBackgroundSandbox, failureInApp, inApp } from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';

let sandbox: Sandbox;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({ timers });
});

describe('A batch', () => {
  test('writes, reads and deletes each key on its own', async () => {
    const seen = await inApp(sandbox, async ({ kvs }) => {
      const written = await kvs.batchSet([
        { key: 'a', value: 1 },
        { key: '"b"', value: 2 },
      ]);
      const read = await kvs.batchGet([{ key: 'a' }, { key: 'c' }]);
      const deleted = await kvs.batchDelete([{ key: 'a' }, { key: 'c' }]);
      return { written, read, deleted, left: (await kvs.get('a')) ?? 'nothing' };
    });
    expect(seen).toMatchObject({
      written: {
        successfulKeys: [{ key: 'a' }],
        failedKeys: [{ key: '"b"', error: { code: 'INVALID_KEY' } }],
      },
      read: {
        successfulKeys: [{ key: 'a', value: 1 }],
        failedKeys: [{ key: 'c', error: { code: 'KEY_NOT_FOUND' } }],
      },
      deleted: { successfulKeys: [{ key: 'a' }, { key: 'c' }], failedKeys: [] },
      left: 'nothing',
    });
  });

  const items = (count: number, value: unknown = 1) =>
    Array.from({ length: count }, (_, index) => ({ key: `key-${index}`, value }));

  test.each([
    ['no key', []],
    ['more than 25 keys', items(26)],
    [
      'a key twice',
      [
        { key: 'a', value: 1 },
        { key: 'a', value: 2 },
      ],
    ],
    ['more than 4 MB', items(25, 'x'.repeat(200_000))],
  ])('with %s fails as a whole', async (_, batch) => {
    expect(await failureInApp(sandbox, ({ kvs }) => kvs.batchSet(batch))).toBeDefined();
    expect(sandbox.host.storage.use.keys).toBe(0);
  });
});

describe('A transaction', () => {
  test('does all of it', async () => {
    const seen = await inApp(sandbox, async ({ kvs }) => {
      await kvs.set('old', 1);
      await kvs.transact().set('new', 2).delete('old').execute();
      return { old: (await kvs.get('old')) ?? 'nothing', new: await kvs.get('new') };
    });
    expect(seen).toEqual({ old: 'nothing', new: 2 });
  });

  test('does nothing where one part is refused', async () => {
    const failure = await failureInApp(sandbox, ({ kvs }) =>
      kvs.transact().set('good', 1).set('"bad"', 1).execute(),
    );
    expect(failure).toMatchObject({ code: 'INVALID_KEY' });
    expect(sandbox.host.storage.use.keys).toBe(0);
  });

  test('with conditions, and custom entities, are not modelled and say so', async () => {
    const failure = await failureInApp(sandbox, ({ kvs }) => kvs.entity('laptop').get('key'));
    expect(failure).toMatchObject({
      code: 'NOT_MODELLED',
      message: 'The sandbox does not model /api/v1/entity/get.',
    });
  });
});

describe('The limits of an installation', () => {
  const large = 'x'.repeat(95_000);

  test('let 4,000 units of 10 KB be written in a minute', async () => {
    const write = () => failureInApp(sandbox, ({ kvs }) => kvs.set('key', large));
    for (let count = 0; count < 400; count += 1) expect(await write()).toBeUndefined();
    expect(await write()).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limits for the current installation have been exceeded',
    });
    timers.advance(60_000);
    expect(await write()).toBeUndefined();
  });

  test('let 4,000 units of 10 KB be read in a minute, whatever is written', async () => {
    await inApp(sandbox, ({ kvs }) => kvs.set('key', large));
    const read = () => failureInApp(sandbox, ({ kvs }) => kvs.get('key'));
    for (let count = 0; count < 400; count += 1) expect(await read()).toBeUndefined();
    expect(await read()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(await failureInApp(sandbox, ({ kvs }) => kvs.set('key', 1))).toBeUndefined();
  });

  test('let 1,000 requests through in a second', async () => {
    const readMany = (count: number) =>
      failureInApp(sandbox, async ({ kvs }) => {
        for (let done = 0; done < count; done += 1) await kvs.get('key');
      });
    expect(await readMany(1000)).toBeUndefined();
    expect(await readMany(1)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    timers.advance(1000);
    expect(await readMany(1)).toBeUndefined();
  });
});
