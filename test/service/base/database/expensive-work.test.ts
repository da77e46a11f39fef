import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { askAs, createExpensively } from '../../../../src/service/base/database/turns';

/** Does work of some length, and remembers what was the most at a time. */
function createWorker() {
  const expensively = createExpensively(5_000);
  let running = 0;
  const most = { atOnce: 0 };
  const work = () =>
    expensively(async () => {
      running += 1;
      most.atOnce = Math.max(most.atOnce, running);
      await sleep(20);
      running -= 1;
    });
  return { most, work };
}

describe('expensive work', () => {
  test('of one caller is done one after the other, whatever request it belongs to', async () => {
    const { most, work } = createWorker();
    await Promise.all(Array.from({ length: 4 }, () => askAs('ann', work)));
    expect(most.atOnce).toBe(1);
  });

  test('of several callers is done at the same time', async () => {
    const { most, work } = createWorker();
    await Promise.all(['ann', 'ben', 'cat'].map((name) => askAs(name, work)));
    expect(most.atOnce).toBe(3);
  });

  test('is refused where the earlier work of the caller takes too long', async () => {
    const expensively = createExpensively(10);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = askAs('ann', () => expensively(() => ended));
    const second = askAs('ann', () => expensively(() => Promise.resolve()));
    await expect(second).rejects.toMatchObject({ name: 'DatabaseBusy' });
    end();
    await first;
  });
});
