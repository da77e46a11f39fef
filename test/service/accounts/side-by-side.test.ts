import { expect, test } from 'vitest';
import { openTestDatabase } from '../../support/test-database';
import { createAuthorizationServer } from '../../../src/service/accounts/authorization-server';

test('leaves the console alone, also where two servers start side by side', async () => {
  const { warn } = console;
  const database = await openTestDatabase();
  const start = (issuer: string) =>
    createAuthorizationServer({
      database,
      issuer,
      clients: [],
      clock: () => new Date(),
      reportError: () => undefined,
    });
  const starting = Promise.all([start('http://127.0.0.1:1'), start('http://127.0.0.1:2')]);
  expect(console.warn).toBe(warn);
  await starting;
  expect(console.warn).toBe(warn);
  await database.close();
});
