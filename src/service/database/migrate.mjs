/** Plain JavaScript, since the thread of the database runs it too. */
import { readFile, readdir } from 'node:fs/promises';
import { URL } from 'node:url';

const migrationsDirectory = new URL('./migrations/', import.meta.url);

export async function migrate(database) {
  await database.runScript('create table if not exists migration (name text primary key)');
  const applied = await database.query('select name from migration');
  const appliedNames = new Set(applied.map(({ name }) => name));
  for (const { name, script } of await readMigrations()) {
    if (!appliedNames.has(name)) await apply(database, name, script);
  }
}

export async function readMigrations() {
  const names = (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      script: await readFile(new URL(name, migrationsDirectory), 'utf8'),
    })),
  );
}

/** One script is one transaction: a migration is applied and remembered, or neither. */
async function apply(database, name, script) {
  await database.runScript(`begin;\n${script}\ninsert into migration values ('${name}');\ncommit;`);
}
