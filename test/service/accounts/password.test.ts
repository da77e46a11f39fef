import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/service/accounts/password';

const cheap = { cost: 16, blockSize: 8, parallelization: 1 };

describe('a password hash', () => {
  test('accepts its password and no other', async () => {
    const hash = await hashPassword('correct horse', cheap);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    for (const other of ['', 'correct hors', 'Correct horse', 'correct horse ']) {
      expect(await verifyPassword(other, hash)).toBe(false);
    }
  });

  test('differs each time and does not contain the password', async () => {
    const [one, two] = await Promise.all([
      hashPassword('horse', cheap),
      hashPassword('horse', cheap),
    ]);
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  test('accepts the same letters however the keyboard composes them', async () => {
    const hash = await hashPassword('caf\u00E9', cheap);
    expect(await verifyPassword('cafe\u0301', hash)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'demo',
    'scrypt$16$8$1$$',
    'scrypt$16$8$1$c2FsdA$',
    'bcrypt$1$2$3$a$b',
  ])('of the form %j accepts nothing', async (hash) => {
    expect(await verifyPassword('demo', hash)).toBe(false);
  });
});
