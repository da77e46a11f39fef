import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';

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
