import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askAs, nameAsker } from '../../../src/service/database/asker';
import { Turns } from '../../../src/service/database/turns';
import { keyOf } from '../../../src/service/listener';

/** Takes turns of some length, and remembers whose turn it was. */
function createTaker() {
  const turns = new Turns();
  const order: string[] = [];
  const take = (name: string, lengthMs = 1, limitMs?: number) =>
    turns.take(async () => {
      order.push(name);
      await sleep(lengthMs);
    }, limitMs);
  return { turns, order, take };
}

describe('turns', () => {
  it('go to everyone in between, however much one asks for', async () => {
    const { order, take } = createTaker();
    const greedy = askAs('greedy', () => Array.from({ length: 6 }, () => take('greedy', 20)));
    const modest = askAs('modest', async () => {
      await take('modest');
      await take('modest');
    });
    await Promise.all([...greedy, modest]);
    expect(order.slice(0, 4)).toEqual(['greedy', 'modest', 'greedy', 'modest']);
  });

  it('of one person keep their order', async () => {
    const { order, take } = createTaker();
    await askAs('ann', () => Promise.all(['1', '2', '3', '4'].map((name) => take(name))));
    expect(order).toEqual(['1', '2', '3', '4']);
  });

  it('of one person count together under the name that they turn out to have', async () => {
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

  it('are waited for by a whole request no longer than the limit', async () => {
    const { take } = createTaker();
    const holdings = askAs('others', () => Array.from({ length: 6 }, () => take('others', 60)));
    const asking = askAs('ann', async () => {
      for (let statement = 0; statement < 6; statement += 1) await take('ann', 0, 100);
    });
    await expect(asking).rejects.toMatchObject({ name: 'DatabaseBusy' });
    await Promise.all(holdings);
  });

  it('of people come between those of a stranger who makes up another token for each', async () => {
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
      for (let statement = 0; statement < 4; statement += 1) await take('ann', 5, 1_000);
    });
    await expect(asking.finally(() => (isOver = true))).resolves.toBeUndefined();
    await Promise.all(floods);
    expect(order.filter((name) => name === 'ann')).toHaveLength(4);
  });

  it('that wait are counted until nobody does', async () => {
    const { turns, take } = createTaker();
    const both = Promise.all([take('a'), take('b')]);
    expect([turns.isTaken, turns.waiting]).toEqual([true, 1]);
    await both;
    expect([turns.isTaken, turns.waiting]).toEqual([false, 0]);
  });
});
