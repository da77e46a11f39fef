import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { DatabaseFault } from '../../src/service/base/database/database';
import type { Database } from '../../src/service/base/database/database';
import { askAs } from '../../src/service/base/database/turns';
import { openPostgresDatabase } from '../../src/service/base/database/postgres-database';
import { PageSearches } from '../../src/service/pages/site/page-searches';
import { ids } from '../service/fleet';
import { startFleetService } from '../service/fleet-service';
import { createDatabase } from '../support/postgres-server';

let url: string;
let drop: () => Promise<void>;
let database: Database;
beforeAll(async () => {
  ({ url, drop } = await createDatabase(inject('postgresUrl') ?? ''));
  database = await openPostgresDatabase(url, { statementLimitMs: 1_000, waitLimitMs: 1_000 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const wait = (seconds: number) => database.query(`select pg_sleep(${seconds})`);

describe('a statement on a Postgres server', () => {
  test('is canceled once it takes too long, and leaves its connection as it was', async () => {
    await expect(wait(5)).rejects.toThrow('A statement took too long and was canceled.');
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is canceled once its page has had the database for 2 seconds', async () => {
    const noneCounts = () => Promise.resolve();
    const bounded = new PageSearches(noneCounts, () => 1_950).bound(database);
    await expect(bounded.query('select pg_sleep(0.9)')).rejects.toThrow('was canceled.');
    expect(await bounded.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('may take longer as part of a change', async () => {
    await database.transaction((transaction) => transaction.query('select pg_sleep(1.3)'));
  });

  test('is refused where no connection is free in time', async () => {
    let begun = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const changes = Array.from({ length: 10 }, () =>
      database.transaction(async (transaction) => {
        await transaction.query('select 1');
        begun += 1;
        await released;
      }),
    );
    await expect.poll(() => begun).toBe(10);
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'DatabaseBusy' });
    expect(database.load()).toMatchObject({ busy: 10 });
    release();
    await Promise.all(changes);
  });

  test('fails with its transaction if an earlier one failed, even if nobody checked', async () => {
    await database.runScript('create table line (place integer)');
    const careless = database.transaction(async (transaction) => {
      await transaction.query('insert into line (place) values (1)');
      await transaction.query('select 1 / 0').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('Nothing was committed.');
    expect(await database.query('select place from line')).toEqual([]);
  });

  test('that fails says so without what people wrote', async () => {
    await database.runScript('create table secret (text text unique)');
    const insert = () => database.query('insert into secret values ($1)', ['canary']);
    await insert();
    const fault = await insert().catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'DatabaseFault', code: '23505' });
    expect(Object.values(fault as object).join()).not.toContain('canary');
    expect(String(fault)).not.toContain('canary');
  });
});

describe('the connections to a Postgres server', () => {
  test('are never all taken by one caller', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hold = () =>
      database
        .transaction(async (transaction) => {
          await transaction.query('select 1');
          await released;
        })
        .catch((error: unknown) => error);
    const greedy = askAs('greedy', () => Array.from({ length: 12 }, hold));
    const modest = askAs('modest', () => database.query('select 1 as one'));
    expect(await modest).toEqual([{ one: 1 }]);
    release();
    await Promise.all(greedy);
  });
});

describe('a transaction on a Postgres server', () => {
  test('begins anew where it and another one wait for each other', async () => {
    await database.runScript(
      'create table counted as select id, 0 as n from generate_series(1, 2) id',
    );
    const add = (id: number) => `update counted set n = n + 1 where id = ${id}`;
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    const change = (first: number, second: number) =>
      database.transaction(async (transaction) => {
        await transaction.query(add(first));
        if ((arrived += 1) === 2) meet();
        await met;
        await transaction.query(add(second));
      });
    await Promise.all([change(1, 2), change(2, 1)]);
    expect(await database.query('select n from counted order by id')).toEqual([{ n: 2 }, { n: 2 }]);
  });
});

test('a transaction that others stop each time is begun anew 3 times, and no more', async () => {
  let begun = 0;
  const stopped = database.transaction(() => {
    begun += 1;
    throw new DatabaseFault('deadlock detected', '40P01');
  });
  await expect(stopped).rejects.toThrow('deadlock detected');
  expect(begun).toBe(4);
});

describe('a server that ends a connection', () => {
  test('fails what runs on it and nothing after', async () => {
    const lost = database.transaction((transaction) => transaction.query('select pg_sleep(20)'));
    const failure = expect(lost).rejects.toMatchObject({ name: 'DatabaseEnded' });
    const others = `from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`;
    while ((await database.query(`select pg_terminate_backend(pid) ${others}`)).length === 0);
    await failure;
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('work that is done by one', () => {
  test('is not done by two at once, and goes on after one that failed', async () => {
    const other = await openPostgresDatabase(url);
    let running = 0;
    const work = async () => {
      expect((running += 1)).toBe(1);
      await other.query('select pg_sleep(0.05)');
      running -= 1;
    };
    const failing = database.exclusively('work', () => Promise.reject(new Error('It failed.')));
    await expect(failing).rejects.toThrow('It failed.');
    await Promise.all([database, other, database].map((one) => one.exclusively('work', work)));
    await other.close();
  });

  test('is done while a transaction holds its lock, for which a pooler keeps a connection, and keeps no deleted rows', async () => {
    const holders = await database.exclusively('work', () =>
      database.query(
        `select state, backend_xmin as "rowsFrom" from pg_stat_activity join pg_locks using (pid)
         where locktype = 'advisory' and datname = current_database()`,
      ),
    );
    expect(holders).toEqual([{ state: 'idle in transaction', rowsFrom: null }]);
  });

  test('can be waited for no longer', async () => {
    const stop = new AbortController();
    await database.exclusively('work', async () => {
      const second = database.exclusively('work', () => Promise.resolve(), stop.signal);
      stop.abort(new Error('No longer.'));
      await expect(second).rejects.toThrow('No longer.');
    });
  });
});

test('refuses a search that takes too long once it does, and answers others meanwhile', async () => {
  const service = await startFleetService();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Whatever reads objects takes as long as this does.
  const locking = service.database.transaction(async (transaction) => {
    await transaction.query('lock table object in access exclusive mode');
    await released;
  });
  const body = { query: 'Label ~ "mac"', typeId: ids.laptop };
  const searching = service.call('POST', '/public/v1/object/search', { body });
  expect((await service.call('GET', '/public/v1/workspace')).status).toBe(200);
  const answer = await searching;
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    message: expect.stringMatching(/^This query would take too long\. Narrow it/) as unknown,
  });
  release();
  await locking;
  expect((await service.call('POST', '/public/v1/object/search', { body })).status).toBe(200);
  await service.close();
});

test('says in one line that statements have no limit where the server didn’t get it', async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await (await openPostgresDatabase(url, { say })).close();
  await (await openPostgresDatabase(url, { say, statementLimitMs: 0 })).close();
  expect(said).toEqual([
    expect.stringMatching(/^The database doesn’t limit how long a statement runs\. .*PgBouncer/),
  ]);
});

test('says in a sentence that a server cannot be reached, without its password', async () => {
  const opening = openDatabase('postgres://someone:canary@127.0.0.1:1/none');
  await expect(opening).rejects.toThrow(/^The database can't be reached: .*ECONNREFUSED/);
  await expect(opening).rejects.not.toThrow('canary');
});

test('says in a sentence which rights its role lacks', async () => {
  const server = new URL(inject('postgresUrl') ?? '');
  const created = await createDatabase(server.href);
  const administrator = await openPostgresDatabase(created.url);
  await administrator.runScript(
    'create role limited login; revoke create on schema public from public;',
  );
  const limited = new URL(created.url);
  limited.username = 'limited';
  const opening = openDatabase(limited.href);
  await expect(opening).rejects.toMatchObject({ name: 'UnusableDatabase' });
  await expect(opening).rejects.toThrow(
    /^The tables can’t be created or changed: permission denied for schema public\. The role in DATABASE_URL has to own the database/,
  );
  await administrator.runScript('grant create on schema public to limited');
  await (await openDatabase(limited.href)).close();
  await administrator.runScript('drop owned by limited; drop role limited');
  await administrator.close();
  await created.drop();
});
