import { readFile, readdir } from 'node:fs/promises';
import type { Database } from './database';

const migrationsDirectory = new URL('./migrations/', import.meta.url);

/**
 * Brings the tables up to date: runs each file of `migrations/` that this database has not seen,
 * in the order of their numbers.
 */
export async function migrate(database: Database): Promise<void> {
  await database.runScript('create table if not exists migration (name text primary key)');
  const applied = await database.query<{ name: string }>('select name from migration');
  const appliedNames = new Set(applied.map(({ name }) => name));
  for (const name of await migrationNames()) {
    if (!appliedNames.has(name)) await apply(database, name);
  }
}

async function migrationNames(): Promise<string[]> {
  const names = await readdir(migrationsDirectory);
  return names.filter((name) => name.endsWith('.sql')).sort();
}

/** One script is one transaction: a migration is applied and remembered, or neither. */
async function apply(database: Database, name: string): Promise<void> {
  const script = await readFile(new URL(name, migrationsDirectory), 'utf8');
  await database.runScript(`begin;\n${script}\ninsert into migration values ('${name}');\ncommit;`);
}
