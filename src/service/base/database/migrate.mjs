/** Plain JavaScript, since the thread of the database runs it too. */
import { readFile, readdir } from 'node:fs/promises';
import { URL } from 'node:url';

const migrationsDirectory = new URL('./migrations/', import.meta.url);

export async function migrate(database, afterEach) {
  await database.runScript('create table if not exists migration (name text primary key)');
  const applied = await database.query('select name from migration');
  const appliedNames = new Set(applied.map(({ name }) => name));
  const migrations = await readMigrations();
  assertKnown(findNewestMigration(appliedNames), migrations);
  for (const { name, script } of migrations) {
    if (appliedNames.has(name)) continue;
    await apply(database, name, script);
    await afterEach?.();
  }
}

/** The table also has entries for texts that were changed, whose names are no files. */
function findNewestMigration(appliedNames) {
  return [...appliedNames].filter(isScript).sort().at(-1);
}

function isScript(name) {
  return name.endsWith('.sql');
}

function assertKnown(newest, migrations) {
  if (newest === undefined || migrations.some(({ name }) => name === newest)) return;
  const next = migrations.find(({ name }) => name > newest);
  if (next === undefined) throw new UnknownTables(newerText(newest, migrations.at(-1).name));
  throw new UnknownTables(betweenText(newest, next.name));
}

export class UnknownTables extends Error {
  name = 'UnknownTables';
}

function newerText(newest, ownNewest) {
  return `A newer version of the service has used this database: its tables have version ${versionOf(newest)}, and this version of the service knows version ${versionOf(ownNewest)}. Nothing was changed. Install the newer version again, or restore the backup from before the upgrade.`;
}

function betweenText(newest, next) {
  return `The tables of this database have version ${versionOf(newest)}, which was never released, and this version of the service can’t bring them to version ${versionOf(next)}. Nothing was changed. First start the newest build of the service that still has the file ${newest}, and then this version, or restore a backup of a released version.`;
}

/** `0020-invitation-forms.sql` is version 20. */
function versionOf(name) {
  return `${Number.parseInt(name, 10)} (${name.replace(/\.sql$/, '')})`;
}

export async function readMigrations() {
  const names = (await readdir(migrationsDirectory)).filter(isScript).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      script: await readFile(new URL(name, migrationsDirectory), 'utf8'),
    })),
  );
}

/**
 * One script is one transaction: a migration is applied and remembered, or neither. It takes as long as it
 * takes, also where the server sets a limit.
 */
async function apply(database, name, script) {
  await database.runScript(
    `begin;\nset local statement_timeout = 0;\n${script}\ninsert into migration values ('${name}');\ncommit;`,
  );
}
