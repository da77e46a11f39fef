import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import { searchObjects } from '../../src/service/model/search/search-objects';
import { fillFleet, ids, objects } from '../service/fleet';
import { openTestDatabase } from '../support/test-database';
import { duringTests } from '../support/during-tests';

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await fillFleet(database);
  const script = await readFile('scripts/partition-by-workspace.sql', 'utf8');
  await database.runScript(`begin;\n${script}\ncommit;`);
});

test('A database whose tables were spread over partitions is searched as before', async () => {
  const [plain] = await database.query<{ count: number }>(
    `select count(*)::integer as count from pg_class where relname = 'object' and relkind = 'p'`,
  );
  expect(plain?.count).toBe(1);
  const caller = { userId: ids.ann, name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
  const view = await viewWorkspace(database, caller, ids.fleet);
  const dependencies = { database, serviceUrl: 'http://service', clock: () => new Date() };
  const query = `Id = "${objects.a}"`;
  const { result } = await searchObjects(dependencies, view, { query });
  expect(result.map(({ id }) => id)).toEqual([objects.a]);
});

test('What a table checks of its rows is checked in partitions too', async () => {
  const key = [ids.fleet, ids.laptop];
  const named = `insert into type_access (workspace_id, type_id, may_read, may_write) values ($1, $2, true, true)`;
  await expect(database.query(named, key)).rejects.toThrow('violates check constraint');
});

test('A deleted object takes its values along, from whatever partition', async () => {
  const key = [ids.fleet, objects.b];
  await database.query('delete from object where workspace_id = $1 and id = $2', key);
  const left = 'select from object_value where workspace_id = $1 and object_id = $2';
  expect(await database.query(left, key)).toEqual([]);
});
