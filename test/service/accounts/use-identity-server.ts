import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../../src/service/base/database/database';
import { MovableClock, openDatabaseWithAccounts, startIdentityServer } from './browser';
import type { IdentityServer } from './browser';

/** One server for all tests of a file, on a clock of theirs. A fault inside it fails the file. */
export function useIdentityServer() {
  const clock = new MovableClock();
  let database: Database | undefined;
  let server: IdentityServer | undefined;
  beforeAll(async () => {
    database = await openDatabaseWithAccounts(clock.read);
    server = await startIdentityServer(database, clock.read);
  });
  afterAll(async () => {
    expect(server?.errors).toEqual([]);
    await server?.close();
    await database?.close();
  });
  return {
    clock,
    get database() {
      return started(database);
    },
    get server() {
      return started(server);
    },
  };
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('It is there once the tests run.');
  return part;
}
