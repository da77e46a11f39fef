import type { Database } from './database';

/**
 * Brings the tables up to date: runs each file of `migrations/` that this database has not seen,
 * in the order of their numbers.
 * @throws NewerDatabase, before it has changed anything
 */
export function migrate(database: Pick<Database, 'query' | 'runScript'>): Promise<void>;

/** A newer version of the service has changed the tables. The message says what to do. */
export class NewerDatabase extends Error {}

/** All migrations in their order. */
export function readMigrations(): Promise<{ readonly name: string; readonly script: string }[]>;
