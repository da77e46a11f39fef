import type { Database } from './database';

/**
 * Brings the tables up to date: runs each file of `migrations/` that this database has not seen,
 * in the order of their numbers.
 */
export function migrate(database: Pick<Database, 'query' | 'runScript'>): Promise<void>;

/** All migrations in their order. */
export function readMigrations(): Promise<{ readonly name: string; readonly script: string }[]>;
