/**
 * The embedded Postgres asks for its files to be written through to the disk, and PGlite answers that
 * they are without doing it: it starts Postgres so that it does not ask, and its file system has no
 * answer. Here both are put right, so that what was committed survives a power cut.
 * Plain JavaScript for the thread of the database.
 * @see docs/decisions/0016-the-embedded-database-writes-through.md
 */
import { fsyncSync } from 'node:fs';
import { chmod, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The setting by which Postgres never asks for its files to be written through. */
const neverSync = '-F';
/** The only way of writing through that reaches the file system. */
const syncMethod = ['-c', 'wal_sync_method=fsync'];

/** Opens the database of a folder; what it commits is on the disk by then. */
export async function openDurably(folder, cacheMegabytes) {
  const standard = PGlite.defaultStartParams.filter((parameter) => parameter !== neverSync);
  const files = new DurableFiles(folder);
  const cache = ['-c', `shared_buffers=${cacheMegabytes}MB`];
  const startParams = [...standard, ...syncMethod, ...cache];
  const database = await PGlite.create({ fs: files, startParams });
  await database.query('checkpoint');
  if (files.syncs > 0) return database;
  await database.close();
  throw new Error('The database does not write its files through to the disk.');
}

class DurableFiles extends NodeFS {
  syncs = 0;

  async init(postgres, options) {
    const { emscriptenOpts } = await super.init(postgres, options);
    const correct = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => this.#sync(nfd);
      keepPrivate(NODEFS.node_ops);
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, correct] },
    };
  }

  #sync(file) {
    if (typeof file !== 'number') return;
    fsyncSync(file);
    this.syncs += 1;
  }
}

/** Postgres asks for files that its user alone can read, and gets files for everyone. */
function keepPrivate(operations) {
  const { mknod, setattr } = operations;
  operations.mknod = (parent, name, mode, device) =>
    mknod(parent, name, mode & ~everyoneElse, device);
  operations.setattr = (node, { mode, ...changes }) =>
    setattr(node, mode === undefined ? changes : { ...changes, mode: mode & ~everyoneElse });
}

const everyoneElse = 0o077;

/** Takes the files of a folder away from everyone but this user: copies have the same rights. */
export async function takeFromOthers(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
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
