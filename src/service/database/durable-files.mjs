/**
 * The embedded Postgres asks for its files to be written through to the disk, and PGlite answers that
 * they are without doing it: it starts Postgres so that it does not ask, and its file system has no
 * answer. Here both are put right, so that what was committed survives a power cut.
 * Plain JavaScript for the thread of the database.
 * @see docs/decisions/0016-the-embedded-database-writes-through.md
 */
import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** How Postgres is told never to ask. */
const neverSync = '-F';
/** Of the ways to ask, the one that reaches the file system. */
const syncMethod = ['-c', 'wal_sync_method=fsync'];

/** Opens the database of a folder; what it commits is on the disk by then. */
export async function openDurably(folder) {
  const standard = PGlite.defaultStartParams.filter((parameter) => parameter !== neverSync);
  const files = new DurableFiles(folder);
  const database = await PGlite.create({ fs: files, startParams: [...standard, ...syncMethod] });
  await database.query('checkpoint');
  if (files.syncs > 0) return database;
  await database.close();
  throw new Error('The database does not write its files through to the disk.');
}

class DurableFiles extends NodeFS {
  syncs = 0;

  async init(postgres, options) {
    const { emscriptenOpts } = await super.init(postgres, options);
    const answerSync = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => this.#sync(nfd);
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, answerSync] },
    };
  }

  #sync(file) {
    if (typeof file !== 'number') return;
    fsyncSync(file);
    this.syncs += 1;
  }
}

const syncedAtOnce = 32;

/** Writes all files of a folder through to the disk. */
export async function writeThrough(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  while (paths.length > 0) await Promise.all(paths.splice(0, syncedAtOnce).map(writeFileThrough));
}

async function writeFileThrough(path) {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
