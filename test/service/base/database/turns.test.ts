import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  askAs,
  askExpensively,
  findAsker,
  nameAsker,
  Turns,
} from '../../../../src/service/base/database/turns';
import { keyOf } from '../../../../src/service/run/application';

/** Takes turns of some length, and remembers whose turn it was. */
function createTaker(options?: ConstructorParameters<typeof Turns>[0]) {
  const turns = new Turns(options);
  const order: string[] = [];
  const take = (name: string, lengthMs = 1, limitMs?: number) =>
    turns.take(async () => {
      order.push(name);
      await sleep(lengthMs);
    }, limitMs);
  return { turns, order, take };
}

describe('turns', () => {
  test('go to everyone in between, however much one asks for', async () => {
    const { order, take } = createTaker();
    const greedy = askAs('greedy', () => Array.from({ length: 6 }, () => take('greedy', 100)));
    const modest = askAs('modest', async () => {
      await take('modest');
      await take('modest');
    });
    await Promise.all([...greedy, modest]);
    expect(order.slice(0, 4)).toEqual(['greedy', 'modest', 'greedy', 'modest']);
  });

  test('of one person keep their order', async () => {
    const { order, take } = createTaker();
    await askAs('ann', () => Promise.all(['1', '2', '3', '4'].map((name) => take(name))));
    expect(order).toEqual(['1', '2', '3', '4']);
  });

  test('of one person count together under the name that they turn out to have', async () => {
    const { order, take } = createTaker();
    const first = askAs('anonymous', () => {
      nameAsker('ann');
      return [take('ann', 30), take('ann')];
    });
    const second = askAs('someone', () => {
      nameAsker('ann');
      return [take('ann')];
    });
    const other = askAs('ben', () => [take('ben')]);
    await Promise.all([...first, ...second, ...other]);
    expect(order).toEqual(['ann', 'ben', 'ann', 'ann']);
  });

  test('are waited for by a whole request no longer than the limit', async () => {
    const { take } = createTaker();
    const holdings = askAs('others', () => Array.from({ length: 6 }, () => take('others', 60)));
    const asking = askAs('ann', async () => {
      for (let statement = 0; statement < 6; statement += 1) await take('ann', 0, 100);
    });
    await expect(asking).rejects.toMatchObject({ name: 'DatabaseBusy' });
    await Promise.all(holdings);
  });

  test('are waited for only once while several are waited for at the same time', async () => {
    const { take } = createTaker();
    const holding = askAs('other', () => take('other', 500));
    const asking = askAs('ann', async () => {
      await Promise.all([take('ann', 0, 1_800), take('ann', 0, 1_800), take('ann', 0, 1_800)]);
      const holdingAgain = askAs('other', () => take('other', 500));
      await take('ann', 0, 1_800);
      await holdingAgain;
    });
    await expect(asking).resolves.toBeUndefined();
    await holding;
  });

  test('come later for expensive work than for other work, also of one person', async () => {
    const { order, take } = createTaker();
    const expensive = (name: string) => askExpensively(findAsker()!, () => take(name));
    const asked = [
      askAs('holder', () => take('holder', 20)),
      askAs('ann', () => Promise.all([expensive('ann, expensive'), take('ann')])),
      askAs('ben', () => take('ben')),
    ];
    await Promise.all(asked);
    expect(order).toEqual(['holder', 'ann', 'ben', 'ann, expensive']);
  });

  test('come for expensive work too, however much other work there is', async () => {
    const { order, take } = createTaker();
    let isOver = false;
    const work = async () => {
      while (!isOver) await take('ann', 5);
    };
    const working = askAs('ann', () => [work(), work()]);
    await askAs('ann', () => askExpensively(findAsker()!, () => take('expensive', 1, 5_000)));
    isOver = true;
    await Promise.all(working);
    expect(order).toContain('expensive');
  });

  test('are some at once, and not all of one person', async () => {
    const { turns, order, take } = createTaker({ places: 3, placesPerAsker: 2 });
    const greedy = askAs('greedy', () => Array.from({ length: 4 }, () => take('greedy', 30)));
    expect([turns.taken, turns.waiting]).toEqual([2, 2]);
    const modest = askAs('modest', () => take('modest', 30));
    expect([turns.taken, turns.waiting]).toEqual([3, 2]);
    await Promise.all([...greedy, modest]);
    expect(order).toEqual(['greedy', 'greedy', 'modest', 'greedy', 'greedy']);
  });

  test('of people come between those of a stranger who makes up another token for each', async () => {
    const { order, take } = createTaker();
    let sent = 0;
    let isOver = false;
    const flood = async () => {
      while (!isOver) {
        sent += 1;
        const headers = { authorization: `Bearer ${sent}`, cookie: `wds-session=${sent}` };
        const request = { headers, socket: { remoteAddress: '192.0.2.1' } };
        await askAs(keyOf(request as unknown as IncomingMessage), () => take('stranger'));
      }
    };
    const floods = Array.from({ length: 5 }, flood);
    const asking = askAs('ann', async () => {
      for (let statement = 0; statement < 4; statement += 1) await take('ann', 5, 10_000);
    });
    await expect(asking.finally(() => (isOver = true))).resolves.toBeUndefined();
    await Promise.all(floods);
    expect(order.filter((name) => name === 'ann')).toHaveLength(4);
  });

  test('that wait are counted until nobody does', async () => {
    const { turns, take } = createTaker();
    const both = Promise.all([take('a'), take('b')]);
    expect([turns.taken, turns.waiting]).toEqual([1, 1]);
    await both;
    expect([turns.taken, turns.waiting]).toEqual([0, 0]);
  });
});
