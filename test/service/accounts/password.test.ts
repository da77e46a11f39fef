import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/service/accounts/password';
import { findDecoyHash } from '../../../src/service/accounts/people';
import {
  signInWithPassword,
  createSignInThrottle,
} from '../../../src/service/accounts/password-sign-in';
import { ada, password, useIdentityServer } from './browser';

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

const running = useIdentityServer();

async function signIn(email: string, typed: string) {
  const form = new URLSearchParams({ email, password: typed });
  const throttle = createSignInThrottle(running.database, () => new Date());
  const outcome = await signInWithPassword(form, { database: running.database, throttle });
  return outcome.kind;
}

test('refuses an unknown account also with the password of another one', async () => {
  expect(await signIn('nobody@example.com', password)).toBe('refused');
  expect(await signIn(ada.email, password)).toBe('signedIn');
});

test.each(['\0', 'ada\0@example.com', '\ud800@example.com'])(
  'refuses %j, which no account can have, as any other unknown address',
  async (email) => {
    expect(await signIn(email, password)).toBe('refused');
  },
);

test('always compares an unknown address with the same account, where there is one', async () => {
  const { database } = running;
  const cheaper = await hashPassword(password, { cost: 16, blockSize: 8, parallelization: 1 });
  await database.query('update account set password_hash = $1 where id = $2', [cheaper, ada.id]);
  const decoy = await findDecoyHash(database, 'nobody@example.com');
  expect(decoy).toMatch(/^scrypt\$/);
  expect(await findDecoyHash(database, 'Nobody@Example.com ')).toBe(decoy);
});

test('takes the work of a stored password for an unknown account, as for a known one', async () => {
  const { database } = running;
  // A cost that is refused shows that it was asked for.
  await database.query("update account set password_hash = 'scrypt$3$8$1$c2FsdA$a2V5'");
  for (const email of [ada.email, 'nobody@example.com']) {
    await expect(signIn(email, 'wrong')).rejects.toThrow(/scrypt/i);
  }
  await database.query('delete from account');
  expect(await signIn('nobody@example.com', 'wrong')).toBe('refused');
});
