import { expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { isInTime, withinTimeLimit } from '../../src/service/model/search/query-limits';
import { duringTests } from '../support/during-tests';

const endless = '(select generate_series(1, 2000000000) as id offset 0) as o';

const database = duringTests(() => openDatabase('memory'));

test.each([
  ['while a table is read', `select count(*) from ${endless} where ${isInTime('o.id')}`],
  ['once tables are joined', `select count(*) from ${endless} where ${isInTime()}`],
])('a search of the embedded database ends by itself: %s', async (_when, sql) => {
  await expect(withinTimeLimit(() => database.query(sql))).rejects.toMatchObject({
    name: 'StatementCancelled',
  });
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a search that takes little time has its answer', async () => {
  const sql = `select count(*) as count from generate_series(1, 1000) as o (id) where ${isInTime('o.id')}`;
  expect(await withinTimeLimit(() => database.query(sql))).toEqual([{ count: 1000 }]);
});
