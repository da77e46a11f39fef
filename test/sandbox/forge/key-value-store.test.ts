import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  failureInApp,
  inApp,
  type Sdk,
} from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';
import { memoryRecordFile } from '../support/memory-files';

const hourMs = 3_600_000;
let sandbox: Sandbox;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({ timers });
});

describe('A value', () => {
  test.each([['text'], [12], [false], [['a', 1]], [{ nested: { list: [1, null] } }]])(
    'is read back as it was stored: %j',
    async (value) => {
      expect(
        await inApp(sandbox, async ({ kvs }) => {
          await kvs.set('key', value);
          return kvs.get('key');
        }),
      ).toEqual(value);
    },
  );

  test('that is not there is undefined, also when it is deleted', async () => {
    const seen = await inApp(sandbox, async ({ kvs }) => {
      await kvs.delete('key');
      await kvs.set('key', 1);
      await kvs.delete('key');
      return { value: (await kvs.get('key')) ?? 'nothing' };
    });
    expect(seen).toEqual({ value: 'nothing' });
  });

  test.each([
    ['', 'KEY_TOO_SHORT'],
    ['x'.repeat(501), 'KEY_TOO_LONG'],
    ['   ', 'INVALID_KEY'],
    ['query:"laptop"', 'INVALID_KEY'],
    ['müller', 'INVALID_KEY'],
  ])('is refused under the key "%s"', async (key, code) => {
    expect(await failureInApp(sandbox, ({ kvs }) => kvs.set(key, 1))).toMatchObject({ code });
    expect(await failureInApp(sandbox, ({ kvs }) => kvs.get(key))).toMatchObject({ code });
  });

  test('has a key of at most 500 of the allowed characters', async () => {
    const key = 'aZ09:._ -#'.repeat(50);
    expect(await failureInApp(sandbox, ({ kvs }) => kvs.set(key, 1))).toBeUndefined();
  });

  const nestedTo = (depth: number): unknown => (depth === 0 ? 1 : { in: nestedTo(depth - 1) });

  test.each([
    ['larger than 240 KiB', 'x'.repeat(240 * 1024 - 1), 'MAX_SIZE'],
    ['deeper than 31 levels', nestedTo(32), 'MAX_DEPTH'],
    ['without a value', undefined, 'INVALID_VALUE'],
  ])('is refused %s', async (_, value, code) => {
    const failure = await failureInApp(sandbox, ({ kvs }) => kvs.set('key', value));
    expect(failure).toMatchObject({ name: 'ForgeKvsError', code });
  });

  test('may be 240 KiB large and 31 levels deep', async () => {
    const failure = await failureInApp(sandbox, async ({ kvs }) => {
      await kvs.set('large', 'x'.repeat(240 * 1024 - 2));
      await kvs.set('deep', nestedTo(31));
    });
    expect(failure).toBeUndefined();
  });

  test('is out of reach without the scope for it', async () => {
    const manifest = backgroundManifest({ scopes: [] });
    const other = await createBackgroundSandbox({ timers, manifest });
    expect(await failureInApp(other, ({ kvs }) => kvs.get('key'))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'The app needs the scope storage:app.',
    });
  });
});

describe('A value with a lifetime', () => {
  const metadataFields = ['EXPIRE_TIME'] as never[];
  const read = () =>
    inApp(sandbox, async ({ kvs }) => (await kvs.get('key', { metadataFields })) ?? 'nothing');

  beforeEach(() =>
    inApp(sandbox, ({ kvs }) => kvs.set('key', 1, { ttl: { unit: 'HOURS', value: 2 } })),
  );

  test('may still be read for 48 hours after it, and says when it expired', async () => {
    const expireTime = new Date(timers.now().getTime() + 2 * hourMs).toISOString();
    timers.advance(50 * hourMs - 1);
    expect(await read()).toEqual({ key: 'key', value: 1, expireTime });
    timers.advance(1);
    expect(await read()).toBe('nothing');
  });

  test('lives for ever once it is written without one', async () => {
    await inApp(sandbox, ({ kvs }) => kvs.set('key', 2));
    timers.advance(1000 * hourMs);
    expect(await read()).toEqual({ key: 'key', value: 2 });
  });

  test('of more than a year is refused', async () => {
    const failure = await failureInApp(sandbox, ({ kvs }) =>
      kvs.set('key', 1, { ttl: { unit: 'DAYS', value: 367 } }),
    );
    expect(failure?.message).toContain('at most a year');
  });
});

describe('A query', () => {
  const fill = (count: number) =>
    inApp(sandbox, async ({ kvs }) => {
      for (let index = 0; index < count; index += 1) {
        await kvs.set(`row:${String(index).padStart(4, '0')}`, index);
      }
      await kvs.set('other', 1);
    }).then(() => sandbox.host.storage.catchUp());
  const page = (limit: number | undefined, cursor?: string) =>
    inApp(sandbox, ({ kvs }) => {
      let query = kvs.query().where('key', { condition: 'BEGINS_WITH', values: ['row:'] });
      if (limit !== undefined) query = query.limit(limit);
      return (cursor === undefined ? query : query.cursor(cursor)).getMany();
    });

  test('goes through the keys of a beginning in pages of at most 100, in their order', async () => {
    await fill(205);
    const values: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { results, nextCursor } = await page(100, cursor);
      expect(results.length).toBeLessThanOrEqual(100);
      values.push(...results.map(({ value }) => value));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(values).toEqual(Array.from({ length: 205 }, (_, index) => index));
  });

  test('gives ten where it names no number, and no cursor at the end', async () => {
    await fill(11);
    const { results, nextCursor } = await page(undefined);
    expect(results).toHaveLength(10);
    expect(await page(1, nextCursor)).toEqual({ results: [{ key: 'row:0010', value: 10 }] });
  });

  test('for more than 100, or by a cursor that is none, is refused', async () => {
    expect(
      await failureInApp(sandbox, ({ kvs }) => kvs.query().limit(101).getMany()),
    ).toMatchObject({ code: 'LIST_QUERY_LIMIT_EXCEEDED' });
    expect(
      await failureInApp(sandbox, ({ kvs }) => kvs.query().cursor('x').getMany()),
    ).toMatchObject({ code: 'INVALID_CURSOR' });
  });

  test('does not find secrets, whose keys are their own', async () => {
    const seen = await inApp(sandbox, async ({ kvs }) => {
      await kvs.setSecret('key', 'secret');
      await kvs.set('key', 'value');
      await kvs.delete('key');
      return kvs.getSecret('key');
    });
    expect(seen).toBe('secret');
    await inApp(sandbox, ({ kvs }) => kvs.set('key', 'value'));
    sandbox.host.storage.catchUp();
    expect(await listed()).toEqual([{ key: 'key', value: 'value' }]);
  });
});

const listed = () =>
  inApp(sandbox, async ({ kvs }) => (await kvs.query().getMany<unknown>()).results);

describe('A query shows what was stored some seconds ago,', () => {
  beforeEach(async () => {
    await inApp(sandbox, async ({ kvs }) => {
      await kvs.set('changed', 1);
      await kvs.set('gone', 1);
    });
    timers.advance(3_000);
    await inApp(sandbox, async ({ kvs }) => {
      await kvs.set('changed', 2);
      await kvs.delete('gone');
      await kvs.set('new', 3);
      await kvs.set('new', 4);
    });
  });

  const before = [
    { key: 'changed', value: 1 },
    { key: 'gone', value: 1 },
  ];
  const after = [
    { key: 'changed', value: 2 },
    { key: 'new', value: 4 },
  ];

  test('its values and its keys alike', async () => {
    timers.advance(2_999);
    expect(await listed()).toEqual(before);
    timers.advance(1);
    expect(await listed()).toEqual(after);
  });

  test('while a key is read as it is now', async () => {
    const read = await inApp(sandbox, async ({ kvs }) => [
      await kvs.get('changed'),
      (await kvs.get('gone')) ?? 'nothing',
      await kvs.get('new'),
    ]);
    expect(read).toEqual([2, 'nothing', 4]);
  });

  test('or, where lists are frozen, nothing new before they are asked to', async () => {
    sandbox.host.storage.freezeLists();
    timers.advance(hourMs);
    expect(await listed()).toEqual(before);
    sandbox.host.storage.catchUp();
    expect(await listed()).toEqual(after);
  });
});

describe('A secret', () => {
  test('is at most 128 KiB', async () => {
    const set = (size: number) =>
      failureInApp(sandbox, ({ kvs }) => kvs.setSecret('key', 'x'.repeat(size)));
    expect(await set(128 * 1024 - 2)).toBeUndefined();
    expect(await set(128 * 1024)).toMatchObject({ code: 'MAX_SIZE' });
  });

  test('is gone once it is deleted', async () => {
    const seen = await inApp(sandbox, async ({ kvs }) => {
      await kvs.setSecret('key', 'secret');
      await kvs.deleteSecret('key');
      return { secret: (await kvs.getSecret('key')) ?? 'nothing' };
    });
    expect(seen).toEqual({ secret: 'nothing' });
  });
});

describe('What is stored', () => {
  test('is counted, and of secrets no more than that', async () => {
    await inApp(sandbox, async ({ kvs }) => {
      await kvs.set('key', 'abc');
      await kvs.setSecret('token', 'secret');
      await kvs.get('key');
      await kvs.get('nothing');
    });
    expect(sandbox.host.storage.use).toEqual({
      reads: 2,
      writes: 2,
      bytesRead: 5,
      bytesWritten: 13,
      keys: 2,
    });
  });

  test('outlives a restart, and not a reset', async () => {
    const files = { storage: memoryRecordFile() };
    const first = await createBackgroundSandbox({ timers, files });
    await inApp(first, async ({ kvs }) => {
      await kvs.set('key', 1);
      await kvs.setSecret('key', 'secret');
    });
    const second = await createBackgroundSandbox({ timers, files });
    const read = () =>
      inApp(second, async ({ kvs }) => [
        (await kvs.get('key')) ?? 'nothing',
        (await kvs.getSecret('key')) ?? 'nothing',
      ]);
    expect(await read()).toEqual([1, 'secret']);
    await second.reset();
    expect(await read()).toEqual(['nothing', 'nothing']);
    const third = await createBackgroundSandbox({ timers, files });
    expect(third.host.storage.use).toMatchObject({ keys: 0, reads: 0 });
  });

  test('that cannot be read is set aside', async () => {
    const storage = memoryRecordFile();
    await storage.write(new Map([['values:key', 'lost']]));
    const started = await createBackgroundSandbox({ timers, files: { storage } });
    expect(started.host.storage.use.keys).toBe(0);
  });
});

test.each<[path: string, run: (sdk: Sdk) => unknown]>([
  ['entity/get', ({ kvs }) => kvs.entity('laptop').get('key')],
  ['batch/set', ({ kvs }) => kvs.batchSet([{ key: 'key', value: 1 }])],
  ['transaction', ({ kvs }) => kvs.transact().delete('key').execute()],
])('%s is not modelled and says so', async (path, run) => {
  expect(await failureInApp(sandbox, run)).toMatchObject({
    code: 'NOT_MODELLED',
    message: `The sandbox does not model /api/v1/${path}.`,
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
