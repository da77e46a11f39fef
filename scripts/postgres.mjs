import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and its like put the programs of each version. */
const versions = '/usr/lib/postgresql';

/**
 * The folder with Postgres' programs, of the latest version that is installed; undefined where none
 * is. A server is started from them unless TEST_DATABASE_URL names one.
 */
export function findPostgresPrograms() {
  const names = existsSync(versions) ? readdirSync(versions) : [];
  return names
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => join(versions, name, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Whether there is a Postgres server for the tests, or programs to start one. */
export function hasPostgres() {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgresPrograms() !== undefined;
}
