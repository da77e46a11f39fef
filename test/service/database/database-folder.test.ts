import {
  access,
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnusableDatabase, openDatabase } from '../../../src/service/database';

let directory: string;
let whole: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'database-folder-'));
  whole = join(directory, 'whole');
  // As a first start leaves it that is killed while it makes the database.
  await mkdir(join(whole, 'database', 'base'), { recursive: true });
  await writeFile(join(whole, 'database-unfinished'), '');
  const reports: unknown[] = [];
  const database = await openDatabase(whole, { report: (fault) => reports.push(fault) });
  await database.runScript('create table line (place integer)');
  await database.close();
  expect(reports).toEqual([]);
});
afterAll(() => rm(directory, { recursive: true }));

/** A copy of the whole database, damaged in some way. */
async function damaged(name: string, damage: (folder: string) => Promise<unknown>) {
  const copy = join(directory, name);
  await cp(whole, copy, { recursive: true });
  await damage(join(copy, 'database'));
  return copy;
}

async function truncateAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await truncate(join(folder, entry.name), 100);
  }
}

describe('The folder of a database', () => {
  it('belongs to its user alone', async () => {
    expect((await stat(join(whole, 'database'))).mode & 0o777).toBe(0o700);
  });

  it('is known to be whole once the database was open', async () => {
    await expect(access(join(whole, 'database-unfinished'))).rejects.toThrow();
  });

  it('is refused where it holds something else, which stays as it is', async () => {
    const copy = await damaged('foreign', (folder) => rm(join(folder, 'PG_VERSION')));
    const before = await readdir(join(copy, 'database'), { recursive: true });
    const opening = openDatabase(copy);
    await expect(opening).rejects.toBeInstanceOf(UnusableDatabase);
    await expect(opening).rejects.toThrow(`${join(copy, 'database')} isn't empty`);
    await expect(opening).rejects.toThrow('Restore the folder from a copy');
    expect(await readdir(join(copy, 'database'), { recursive: true })).toEqual(before);
  });

  it.each([
    ['pg_control', (folder: string) => truncate(join(folder, 'global', 'pg_control'), 100)],
    ['the write-ahead log', (folder: string) => truncateAll(join(folder, 'pg_wal'))],
  ])('is refused with advice where %s is damaged', async (what, damage) => {
    const copy = await damaged(what, damage);
    const reports: unknown[] = [];
    const opening = openDatabase(copy, { report: (fault) => reports.push(fault) });
    await expect(opening).rejects.toBeInstanceOf(UnusableDatabase);
    await expect(opening).rejects.toThrow(`${join(copy, 'database')} can't be opened`);
    await expect(opening).rejects.toThrow('Restore the folder from a copy');
    expect(reports).toEqual([]);
  });

  it('is refused where it is a file', async () => {
    const copy = join(directory, 'file');
    await mkdir(copy);
    await writeFile(join(copy, 'database'), '');
    await expect(openDatabase(copy)).rejects.toThrow(`${join(copy, 'database')} is a file`);
  });
});
