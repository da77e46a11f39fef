/**
 * A database begins with empty tables, and to make one takes seconds where to read one that was made
 * takes a fraction of one: the first that is made in memory is kept for all that come after it.
 * Plain JavaScript for the thread of the database.
 */
import { Blob, Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { URL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openDurably, takeFromOthers, writeThrough } from './durable-files.mjs';
import { migrate, readMigrations } from './migrate.mjs';

const modules = new URL('../../../../node_modules/', import.meta.url);
const cache = new URL('.cache/fresh-database/', modules);

/** Opens a database in memory that holds nothing yet. */
export async function openInMemory() {
  const name = await nameOfKept();
  const kept = await openKept(name, 'memory://').catch(() => undefined);
  if (kept !== undefined) return kept;
  const made = await PGlite.create('memory://');
  // Without it the next one is made too.
  await keep(made, name).catch(() => undefined);
  return made;
}

/** Opens the database of a folder. Where it has none, it holds nothing yet. */
export async function openInFolder(folder, cacheMegabytes) {
  if (!existsSync(join(folder, 'PG_VERSION'))) await makeInFolder(folder);
  await takeFromOthers(folder);
  return openDurably(folder, cacheMegabytes);
}

/** Whole or not at all: a start that fails or is ended leaves nothing where the data is looked for. */
async function makeInFolder(folder) {
  const draft = `${folder}-draft`;
  try {
    const made = await copyKept(draft).catch(() => makeNew(draft));
    await made.close();
    await writeThrough(draft);
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** @throws if none is kept, or it cannot be read */
async function copyKept(draft) {
  const name = await nameOfKept();
  await makeEmpty(draft);
  return openKept(name, draft);
}

async function makeNew(draft) {
  await makeEmpty(draft);
  return PGlite.create(draft);
}

/** Readable by this user alone, like the folder that it replaces. */
async function makeEmpty(draft) {
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
}

/** @throws if none is kept, or it cannot be read */
async function openKept(name, dataDir) {
  const dump = await readFile(new URL(name, cache));
  return PGlite.create({ dataDir, loadDataDir: new Blob([dump], { type: 'application/x-tar' }) });
}

/** Made by exactly this version of the database, with exactly these tables. */
async function nameOfKept() {
  const manifest = await readFile(new URL('@electric-sql/pglite/package.json', modules), 'utf8');
  const hash = createHash('sha256').update(JSON.parse(manifest).version);
  for (const { name, script } of await readMigrations()) hash.update(name).update(script);
  return `${hash.digest('hex')}.tar`;
}

/** Whole or not at all: several may do this at once. */
async function keep(database, name) {
  await migrate({
    query: async (sql) => (await database.query(sql)).rows,
    runScript: (sql) => database.exec(sql),
  });
  const dump = await database.dumpDataDir('none');
  const draft = new URL(`${process.pid}-${Date.now()}.tar`, cache);
  await mkdir(cache, { recursive: true });
  const former = await readdir(cache);
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, new URL(name, cache));
  for (const other of former) if (other !== name) await rm(new URL(other, cache), { force: true });
}
