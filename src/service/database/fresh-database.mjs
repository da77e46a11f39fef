/**
 * A database in memory begins empty, and to make one takes seconds where to read one that was made
 * takes a fraction of one: the first that is made is kept for all that come after it.
 * Plain JavaScript for the thread of the database.
 */
import { Blob, Buffer } from 'node:buffer';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { URL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const modules = new URL('../../../node_modules/', import.meta.url);
const cache = new URL('.cache/fresh-database/', modules);

/** Opens a database in memory that holds nothing yet. */
export async function openInMemory() {
  const kept = await placeOfKept();
  const dump = await readFile(kept).catch(() => undefined);
  if (dump) {
    const loadDataDir = new Blob([dump], { type: 'application/x-tar' });
    const loaded = await PGlite.create({ dataDir: 'memory://', loadDataDir }).catch(
      () => undefined,
    );
    if (loaded) return loaded;
  }
  const made = await PGlite.create('memory://');
  // Without it the next one is made too.
  await keep(made, kept).catch(() => undefined);
  return made;
}

/** Of this very version of the database. */
async function placeOfKept() {
  const manifest = await readFile(new URL('@electric-sql/pglite/package.json', modules), 'utf8');
  return new URL(`${JSON.parse(manifest).version}.tar`, cache);
}

/** Whole or not at all: several may do this at once. */
async function keep(database, place) {
  const dump = await database.dumpDataDir('none');
  const draft = new URL(`${process.pid}-${Date.now()}.tar`, cache);
  await mkdir(cache, { recursive: true });
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, place);
}
