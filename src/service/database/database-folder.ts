import { access, chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the database can't be used; the message says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

export interface DatabaseFolder {
  readonly path: string;
  /** To be called once the database is open: a new one is whole from then on. */
  confirm(): Promise<void>;
  /** Returns what to tell of a database that can't be opened. */
  explain(cause: unknown): UnusableDatabase;
}

/**
 * Makes sure that the folder of the database is empty or holds a database: Postgres would write a
 * new one over anything else. Only this user can read it, since the embedded Postgres writes its
 * files for everyone. A new database that was broken off before it was whole is begun again.
 * @throws UnusableDatabase
 */
export async function prepareFolder(dataDirectory: string): Promise<DatabaseFolder> {
  const path = join(dataDirectory, 'database');
  const unfinished = join(dataDirectory, 'database-unfinished');
  if (await isThere(unfinished)) await rm(path, { recursive: true, force: true });
  await makeFolder(path);
  await chmod(path, 0o700);
  const names = await readdir(path);
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new UnusableDatabase(
      `${path} isn't empty, and it isn't a database: it has no file PG_VERSION. ${advice}`,
    );
  }
  if (names.length === 0) await writeFile(unfinished, '');
  return {
    path,
    confirm: () => rm(unfinished, { force: true }),
    explain: (cause) =>
      new UnusableDatabase(
        `The database in ${path} can't be opened. Its files are probably damaged. ${advice}`,
        { cause },
      ),
  };
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

const advice =
  'Restore the folder from a copy, or move it away to start with a new database that has only the demo data.';

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
