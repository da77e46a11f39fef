import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/service/database';
import type { Database } from '../../../src/service/database';

let database: Database;
beforeAll(async () => {
  database = await openDatabase('memory');
});
afterAll(() => database.close());

it('returns no rows of a statement that finds none', async () => {
  expect(await database.query('select 1 where false')).toEqual([]);
});

/** How much Postgres can hold here depends on the stack that Node.js gives it. */
it('finds, or fails, where a statement is more than the database can hold: never finds nothing', async () => {
  await database.runScript(`create table line as select 'x1'::tsvector as words`);
  const words = Array.from({ length: 6_900 }, (_, index) => `'x${index}'`).join(' | ');
  const outcome = await database
    .query('select 1 as one from line where words @@ $1::tsquery', [words])
    .catch(String);
  expect([[{ one: 1 }], 'Error: The database did not finish a statement.']).toContainEqual(outcome);
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});
