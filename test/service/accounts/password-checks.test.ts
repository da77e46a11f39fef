import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  PasswordChecks,
  type PasswordAttempt,
} from '../../../src/service/accounts/password-checks';

/** Passwords whose checks end when the test says so; the hash of an account is its password. */
class Bench {
  /** What happened, in order: how many checks began, and what was answered. */
  readonly events: string[] = [];
  readonly #underWay: (() => void)[] = [];
  readonly #checks: PasswordChecks;

  constructor(options: { places?: number; maximumWaiting?: number } = {}) {
    const verify = (password: string, hash?: string) => {
      this.events.push('check');
      return new Promise<boolean>((end) => this.#underWay.push(() => end(password === hash)));
    };
    this.#checks = new PasswordChecks({ places: 1, ...options, verify });
  }

  send(name: string, attempt: Partial<PasswordAttempt> = {}): void {
    const asked = {
      password: 'typed',
      passwordHash: undefined,
      decoyHash: 'decoy',
      isAwaited: () => true,
      ...attempt,
    };
    void this.#checks
      .check(asked)
      .then((verdict) => this.events.push(`${name} ${verdict}`))
      .catch((error: unknown) => this.events.push(`${name} ${String(error)}`));
  }

  /** Ends the check that is running. @returns whether one was */
  async step(): Promise<boolean> {
    const ending = this.#underWay.splice(0);
    ending.forEach((end) => end());
    await setImmediate();
    return ending.length > 0;
  }

  async run(): Promise<string[]> {
    while (await this.step());
    return this.events;
  }

  get answers(): string[] {
    return this.events.filter((event) => event !== 'check');
  }
}

const right = { passwordHash: 'typed' };
const wrong = { passwordHash: 'another' };

describe('A sign-in beside 400 made-up ones', () => {
  test.each([1, 3])(
    'is answered after three checks where it is right, with places: %i',
    async (places) => {
      const bench = new Bench({ places });
      for (let count = 0; count < 400; count += 1) bench.send(`made up ${count}`);
      await bench.step();
      bench.send('real', right);
      for (let count = 0; count < 3; count += 1) await bench.step();
      expect(bench.answers).toContain('real right');
      expect(bench.answers.length).toBeLessThanOrEqual(2 * places + 1);
    },
  );

  test('that is wrong is answered as if no account had the address', async () => {
    const trace = (attempt: Partial<PasswordAttempt>, place: number) => {
      const bench = new Bench();
      for (let count = 0; count < 20; count += 1) {
        bench.send(`${count}`, count === place ? attempt : {});
      }
      return bench.run();
    };
    for (const place of [0, 1, 2, 10, 18, 19]) {
      expect(await trace(wrong, place)).toEqual(await trace({}, place));
    }
  });

  test('and after it, each made-up one is answered in its turn', async () => {
    const bench = new Bench();
    const names = Array.from({ length: 20 }, (_, count) => `${count}`);
    names.forEach((name) => bench.send(name));
    bench.send('real', right);
    await bench.run();
    const others = bench.answers.filter((answer) => answer !== 'real right');
    expect(others).toEqual(names.map((name) => `${name} wrong`));
  });
});

describe('A sign-in', () => {
  test('alone takes one check', async () => {
    const bench = new Bench();
    bench.send('a', right);
    expect(await bench.run()).toEqual(['check', 'a right']);
    bench.send('b', wrong);
    expect((await bench.run()).slice(2)).toEqual(['check', 'b wrong']);
  });

  test('is never right with the password of the decoy', async () => {
    const bench = new Bench();
    bench.send('a', { decoyHash: 'typed' });
    bench.send('b', { decoyHash: 'typed' });
    await bench.run();
    expect(bench.answers).toEqual(['a wrong', 'b wrong']);
  });

  test('that nobody waits for any more takes no turn', async () => {
    const bench = new Bench();
    bench.send('first');
    for (let count = 0; count < 400; count += 1) bench.send('left', { isAwaited: () => false });
    bench.send('last');
    await bench.run();
    expect(bench.events.filter((event) => event === 'check').length).toBeLessThan(6);
    expect(bench.answers.at(-1)).toBe('last wrong');
  });

  test('gives way where too many wait, the oldest first, whether or not an account has its address', async () => {
    const answersOf = async (attempt: Partial<PasswordAttempt>) => {
      const bench = new Bench({ maximumWaiting: 3 });
      ['a', 'b', 'c', 'd', 'e', 'f'].forEach((name) => bench.send(name, attempt));
      await setImmediate();
      return bench.answers;
    };
    expect(await answersOf({})).toEqual(['b busy', 'c busy']);
    expect(await answersOf(wrong)).toEqual(['b busy', 'c busy']);
  });

  test('fails where its hash can’t be checked', async () => {
    const checks = new PasswordChecks({ verify: () => Promise.reject(new Error('broken')) });
    const attempt = { password: 'x', passwordHash: 'x', decoyHash: 'x', isAwaited: () => true };
    const all = [1, 2, 3, 4].map(() => checks.check(attempt));
    for (const each of all) await expect(each).rejects.toThrow('broken');
  });
});
