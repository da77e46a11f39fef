import { beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet, ids } from '../service/fleet';
import { addExtension } from '../support/citus-cluster';
import { duringTests } from '../support/during-tests';
import { createDatabase } from '../support/postgres-server';

const servers = inject('citusServers') ?? [];
const created = duringTests(async () => {
  const { url, drop } = await createDatabase(...servers);
  return { url, close: drop };
});
beforeAll(async () => {
  const database = await openDatabase(created.url);
  await fillFleet(database);
  await database.close();
});

async function open(distributes: boolean) {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const database = await openDatabase(created.url, { say, distributes });
  const [row] = await database.query<{ objects: number; tables: number }>(
    `select (select count(*)::integer from object where workspace_id = $1) as objects, (
       select count(*)::integer from pg_dist_partition where partmethod = 'h'
     ) as tables`,
    [ids.fleet],
  );
  return { database, said, ...row };
}

test('A database without the extension says what it needs to be distributed', async () => {
  await expect(openDatabase(created.url, { distributes: true })).rejects.toThrow(
    /doesn’t have the extension citus\. Nothing was changed\. Install Citus/,
  );
});

test('A database that got the extension later starts as before, and says that it isn’t distributed', async () => {
  await addExtension(servers, created.url);
  const { database, said, objects, tables } = await open(false);
  await database.close();
  expect([objects, tables]).toEqual([10, 0]);
  expect(said).toEqual([expect.stringContaining('run: npm run service -- distribute')]);
});

test('It isn’t distributed while the service runs', async () => {
  const { database } = await open(false);
  await expect(openDatabase(created.url, { distributes: true })).rejects.toThrow(
    'The service still runs on this database. Nothing was changed.',
  );
  await database.close();
});

test('It is distributed with what it holds, says how far it is, and can be distributed again', async () => {
  const first = await open(true);
  await first.database.close();
  expect([first.objects, first.tables]).toEqual([10, 22]);
  expect(first.said[0]).toBe('Distributed 1 of 25 tables: workspace');
  const again = await open(true);
  await again.database.close();
  expect([again.objects, again.tables, again.said]).toEqual([10, 22, []]);
});

test('A table that a migration adds is distributed too, and can then refer to others', async () => {
  const { database } = await open(false);
  await database.runScript(
    'create table later (workspace_id uuid not null, type_id uuid, primary key (workspace_id, type_id))',
  );
  await database.close();
  const again = await open(false);
  expect(again.tables).toBe(23);
  await again.database.runScript(`
    -- What is on all servers; and what isn't.
    alter table account add column later text default 'a;b';
    create index account_later on account (later);
    create function later() returns integer language plpgsql as $$ begin return 1; end $$;
    alter table later add foreign key (workspace_id, type_id) references type on delete cascade;`);
  await again.database.close();
});
