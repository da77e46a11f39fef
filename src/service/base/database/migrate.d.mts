import type { Database } from './database';

/**
 * Brings the tables up to date: runs each file of `migrations/` that this database has not seen,
 * in the order of their numbers.
 * @param afterEach called after each file that was run, before the next one
 * @throws UnknownTables, before it has changed anything
 */
export function migrate(
  database: Pick<Database, 'query' | 'runScript'>,
  afterEach?: () => Promise<void>,
): Promise<void>;

/** A newer version of the service has changed the tables, or one between two releases. The message says what to do. */
export class UnknownTables extends Error {}

/** All migrations in their order. */
export function readMigrations(): Promise<{ readonly name: string; readonly script: string }[]>;
