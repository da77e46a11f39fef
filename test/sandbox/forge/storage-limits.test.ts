import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createBackgroundSandbox, failureInApp, inApp } from '../support/background-sandbox';
import type { Sdk } from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';

let sandbox: Sandbox;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({ timers });
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
