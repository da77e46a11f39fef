import { expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { GeographyImport } from '../../src/service/run/demo/import-geography';

test('An import of the demo’s cities ends where the database is lost again and again', async () => {
  const database = await openDatabase('memory');
  await database.close();
  const waits: number[] = [];
  const lost = new GeographyImport(database, undefined, (ms) => Promise.resolve(waits.push(ms)));
  const failure = await new Promise((resolve) => {
    lost.start({ onProgress: () => undefined, onFailure: resolve });
  });
  expect([String(failure), waits]).toEqual([
    'DatabaseEnded: The database is closed.',
    [1_000, 1_000],
  ]);
});
