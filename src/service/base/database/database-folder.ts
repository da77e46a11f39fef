import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the database can't be used; the message says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

export interface DatabaseFolder {
  readonly path: string;
  /** Returns what to say of a database that can't be opened or, in an empty folder, made. */
  explain(cause: unknown): UnusableDatabase;
}

/**
 * Makes sure that the folder of the database is empty or holds a database: Postgres would write a
 * new one over anything else. Only this user can read it, since the embedded Postgres writes its
 * files for everyone.
 * @throws UnusableDatabase
 */
export async function prepareFolder(dataDirectory: string): Promise<DatabaseFolder> {
  const path = join(dataDirectory, 'database');
  await makeFolder(path);
  await chmod(path, 0o700);
  const names = await readdir(path);
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new UnusableDatabase(
      `${path} isn't empty, and it isn't a database: it has no file PG_VERSION. ${advice}`,
    );
  }
  const message =
    names.length === 0
      ? `A new database can't be created in ${path}. Check that the disk has free space and that you can write there, then start again.`
      : `The database in ${path} can't be opened. Its files are probably damaged. ${advice}`;
  return { path, explain: (cause) => new UnusableDatabase(message, { cause }) };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const isFile = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (!isFile) throw cause;
    throw new UnusableDatabase(`${path} is a file, not the folder of the database. ${advice}`, {
      cause,
    });
  }
}

const advice = 'Restore the folder from a backup, or move it away to start with a new database.';
