import { execFile } from 'node:child_process';
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnusableDatabase } from '../../src/service/base/database/embedded-database';
import { openDatabase } from '../../src/service/base/database/open-database';
import { bundleProgram } from '../support/bundle-program';

let directory: string;
let whole: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'database-folder-'));
  whole = join(directory, 'whole');
  const reports: unknown[] = [];
  const database = await openDatabase(whole, { report: (fault) => reports.push(fault) });
  await database.runScript('create table line (place integer)');
  await database.close();
  expect(reports).toEqual([]);
});
afterAll(() => rm(directory, { recursive: true }));

test('A folder keeps as much of its database in memory as it is told', async () => {
  const cacheOf = async (cacheMegabytes?: number) => {
    const database = await openDatabase(whole, { cacheMegabytes });
    const [row] = await database.query<{ size: string }>(
      `select current_setting('shared_buffers') as size`,
    );
    await database.close();
    return row?.size;
  };
  expect([await cacheOf(16), await cacheOf()]).toEqual(['16MB', '128MB']);
});

/** A copy of the whole database, damaged in some way. */
async function damaged(name: string, damage: (folder: string) => Promise<unknown>) {
  const copy = join(directory, name);
  await cp(whole, copy, { recursive: true });
  await damage(join(copy, 'database'));
  return copy;
}

/** What may be done with the folder of the database, and with the files and folders in it. */
async function modesIn(dataDirectory: string): Promise<Set<string>> {
  const folder = join(dataDirectory, 'database');
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  const modes = names.map(async (name) => {
    const entry = await stat(join(folder, name));
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(entry.mode & 0o777).toString(8)}`;
  });
  return new Set(await Promise.all(modes));
}

/** Returns what a start says that can write no file as large as those of a database, or as another user. */
async function startIn(dataDirectory: string, limit: 'ulimit -f 2000' | { readonly uid: number }) {
  const program = await bundleProgram('src/service/base/database/open-database.ts');
  const start = `
    import { openDatabase } from ${JSON.stringify(pathToFileURL(program).href)};
    openDatabase(process.argv[1]).catch(({ message }) => console.log(message));`;
  const [first, options] = typeof limit === 'string' ? [limit, {}] : ['true', limit];
  const command = `${first}; exec "$0" --input-type=module -e "$1" "$2"`;
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', command, process.execPath, start, dataDirectory],
    options,
  );
  return stdout;
}

async function giveTo(uid: number, folder: string): Promise<void> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  await Promise.all(names.map((name) => chown(join(folder, name), uid, uid)));
}

async function truncateAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await truncate(join(folder, entry.name), 100);
  }
}

describe('The folder of a database', () => {
  test('belongs to its user alone, with all files that are made in it', async () => {
    expect(await modesIn(whole)).toEqual(new Set(['folder 700', 'file 600']));
  });

  test('is taken away from others where an earlier version or a restore left it open', async () => {
    const copy = await damaged('open', (folder) =>
      promisify(execFile)('chmod', ['-R', 'a+rwX', folder]),
    );
    await (await openDatabase(copy)).close();
    expect(await modesIn(copy)).toEqual(new Set(['folder 700', 'file 600']));
  });

  test('stays empty where a new database fails halfway, and takes a restored one', async () => {
    const copy = join(directory, 'restored');
    const output = await startIn(copy, 'ulimit -f 2000');
    expect(output).toContain("A new database can't be created in");
    expect(await readdir(copy)).toEqual(['database']);
    expect(await readdir(join(copy, 'database'))).toEqual([]);
    await cp(join(whole, 'database'), join(copy, 'database'), { recursive: true });
    const database = await openDatabase(copy);
    expect(await database.query('select place from line')).toEqual([]);
    await database.close();
  }, 120_000);

  test('is refused where it holds something else, which stays as it is', async () => {
    const copy = await damaged('foreign', (folder) => rm(join(folder, 'PG_VERSION')));
    const before = await readdir(join(copy, 'database'), { recursive: true });
    const opening = openDatabase(copy);
    await expect(opening).rejects.toBeInstanceOf(UnusableDatabase);
    await expect(opening).rejects.toThrow(`${join(copy, 'database')} isn't empty`);
    await expect(opening).rejects.toThrow('Restore the folder from a backup');
    expect(await readdir(join(copy, 'database'), { recursive: true })).toEqual(before);
  });

  test.each([
    ['pg_control', (folder: string) => truncate(join(folder, 'global', 'pg_control'), 100)],
    ['the write-ahead log', (folder: string) => truncateAll(join(folder, 'pg_wal'))],
  ])('is refused with advice where %s is damaged', async (what, damage) => {
    const copy = await damaged(what, damage);
    const reports: unknown[] = [];
    const opening = openDatabase(copy, { report: (fault) => reports.push(fault) });
    await expect(opening).rejects.toBeInstanceOf(UnusableDatabase);
    await expect(opening).rejects.toThrow(`${join(copy, 'database')} can't be opened`);
    await expect(opening).rejects.toThrow('Restore the folder from a backup');
    expect(reports).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)(
    'isn’t called damaged where a file in it is another user’s',
    async () => {
      const uid = 65_534;
      const copy = await damaged('of-another', () => Promise.resolve());
      await giveTo(uid, directory);
      const control = join(copy, 'database', 'global', 'pg_control');
      await chown(control, 0, 0);
      const said = await startIn(copy, { uid });
      expect(said).toContain(`${control} can't be used by nobody: it belongs to root.`);
      expect(said).toContain(`sudo chown -R nobody ${join(copy, 'database')}`);
      expect(said).not.toMatch(/damaged|backup|away/);
    },
    60_000,
  );

  test('is refused where a newer version of the service has used it', async () => {
    const copy = await damaged('newer', () => Promise.resolve());
    const newer = await openDatabase(copy);
    await newer.query(`insert into migration values ('9999-later.sql')`);
    await newer.close();
    const opening = openDatabase(copy);
    await expect(opening).rejects.toBeInstanceOf(UnusableDatabase);
    await expect(opening).rejects.toThrow('Install the newer version again');
  });

  test('is refused where it is a file', async () => {
    const copy = join(directory, 'file');
    await mkdir(copy);
    await writeFile(join(copy, 'database'), '');
    await expect(openDatabase(copy)).rejects.toThrow(`${join(copy, 'database')} is a file`);
  });
});

test('begins whole in a directory where an earlier start was ended halfway', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'database-'));
  await mkdir(join(directory, 'database-draft'));
  await writeFile(join(directory, 'database-draft', 'PG_VERSION'), 'half');
  // The first one in memory is kept.
  await (await openDatabase('memory')).close();
  const database = await openDatabase(directory);
  expect(await database.query('select id from object')).toEqual([]);
  await database.close();
  expect(await readdir(directory)).toEqual(['database']);
  await rm(directory, { recursive: true });
});
