import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';

/** Loops until it is ended, for all that a test waits. */
const endless = 'select count(*) from generate_series(1, 100000000000)';

let directory: string;
let database: Database;
const faults: Error[] = [];
/** What became of the threads, in order. */
const threads: string[] = [];
const watchThread = (thread: Worker) => {
  threads.push('opened');
  thread.once('exit', () => threads.push('gone'));
};
beforeAll(async () => {
  process.on('worker', watchThread);
  directory = await mkdtemp(join(tmpdir(), 'database-'));
  database = await openDatabase(directory, {
    waitLimitMs: 700,
    statementLimitMs: 1_500,
    report: (fault) => faults.push(fault),
  });
  await database.runScript('create table line (place integer primary key, words tsvector)');
});
afterAll(async () => {
  process.off('worker', watchThread);
  await rm(directory, { recursive: true });
});

const countLines = async () =>
  (await database.query<{ count: number }>('select count(*)::integer as count from line'))[0]
    ?.count;

describe('a statement', () => {
  test('returns no rows where it finds none', async () => {
    expect(await database.query('select 1 where false')).toEqual([]);
  });

  test('waits for those before it in its transaction', async () => {
    const counted = database.transaction((transaction) =>
      Promise.all(
        [1, 2, 3].map((number) => transaction.query('select $1::integer as number', [number])),
      ),
    );
    expect(await counted).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  });

  test('carries parameters of every kind', async () => {
    const texts = ['plain', 'a "quote"', 'back\\slash', '{a,b}', 'null', '', "o'clock", '渡辺'];
    const moment = new Date('2026-05-04T12:00:00.123Z');
    const [row] = await database.query(
      `select $1::text as text, $2::integer as integer, $3::boolean as boolean,
         $4::timestamptz as moment, $5::text as nothing, $6::text[] as texts, $7::text[] as none`,
      ['x', 7, true, moment, null, texts, []],
    );
    expect(row).toEqual({
      text: 'x',
      integer: 7,
      boolean: true,
      moment,
      nothing: null,
      texts,
      none: [],
    });
  });

  test('fails with the code and the words of Postgres, and without what was written', async () => {
    await database.query('insert into line (place) values (1)');
    const again = database.query('insert into line (place) values ($1)', [1]);
    await expect(again).rejects.toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "line_pkey"',
    });
    await database.query('delete from line');
  });

  /** How much Postgres can hold depends on the stack that its thread has. */
  test('finds, or fails, where it is more than the database can hold: never finds nothing', async () => {
    const words = Array.from({ length: 6_900 }, (_, index) => `'x${index}'`).join(' | ');
    await database.query(`insert into line values (1, 'x1')`);
    const outcome = await database
      .query('select 1 as one from line where words @@ $1::tsquery', [words])
      .catch(String);
    expect([
      [{ one: 1 }],
      'DatabaseFault: The database did not finish a statement.',
    ]).toContainEqual(outcome);
    expect(await database.query('delete from line returning place')).toEqual([{ place: 1 }]);
  });
});

describe('a prepared statement', () => {
  test('answers each time with its own parameters', async () => {
    const echo = (text: string) =>
      database.queryPrepared<{ text: string }>('select $1::text as text', [text]);
    expect(await echo('first')).toEqual([{ text: 'first' }]);
    expect(await echo('second')).toEqual([{ text: 'second' }]);
  });

  test('can be sent again after it failed, within a transaction or not', async () => {
    const divide = (by: number) =>
      database.queryPrepared<{ result: number }>('select 6 / $1::integer as result', [by]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    const failing = database.transaction((transaction) =>
      transaction.queryPrepared('select 6 / $1::integer as result', [0]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await divide(2)).toEqual([{ result: 3 }]);
  });

  test('sees a table as it is now', async () => {
    const read = () => database.queryPrepared('select * from changing');
    await database.runScript('create table changing (a integer); insert into changing values (1)');
    expect(await read()).toEqual([{ a: 1 }]);
    await database.runScript('drop table changing');
    await expect(read()).rejects.toMatchObject({ code: '42P01' });
  });
});

describe('a transaction', () => {
  test('is undone where its work throws, and keeps others waiting until then', async () => {
    const events: string[] = [];
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into line (place) values (1)');
      events.push('inserted');
      throw new Error('No more.');
    });
    const reading = countLines().then((count) => events.push(`counted ${count}`));
    await expect(failing).rejects.toThrow('No more.');
    await reading;
    expect(events).toEqual(['inserted', 'counted 0']);
  });

  test('fails if one of its statements failed, even if nobody checked', async () => {
    const careless = database.transaction(async (transaction) => {
      await transaction.query('insert into line (place) values (1)');
      await transaction.query('select 1 / 0').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('Nothing was committed.');
    expect(await countLines()).toBe(0);
  });
});

describe('work that is done by one', () => {
  test('can be waited for no longer, and keeps the next one waiting all the same', async () => {
    const stop = new AbortController();
    const done: string[] = [];
    let third = Promise.resolve();
    await database.exclusively('work', async () => {
      const second = database.exclusively('work', () => Promise.resolve(), stop.signal);
      third = database.exclusively('work', () => Promise.resolve(void done.push('third')));
      stop.abort(new Error('No longer.'));
      await expect(second).rejects.toThrow('No longer.');
      done.push('first');
    });
    await third;
    expect(done).toEqual(['first', 'third']);
  });

  test('is not ended by who no longer waits for it', async () => {
    const stop = new AbortController();
    const work = database.exclusively(
      'work',
      async () => {
        stop.abort(new Error('No longer.'));
        await Promise.resolve();
        return 'done';
      },
      stop.signal,
    );
    expect(await work).toBe('done');
  });
});

test('The planner learns by itself how much a table has grown', async () => {
  await database.runScript('create table growing (place integer primary key)');
  const rowsAsPlanned = async () =>
    database.query(`select reltuples::integer as rows from pg_class where relname = 'growing'`);
  const grow = (from: number, to: number) =>
    database.transaction((transaction) =>
      transaction.query('insert into growing select generate_series($1::integer, $2::integer)', [
        from,
        to,
      ]),
    );
  await grow(1, 5_000);
  await expect.poll(rowsAsPlanned).toEqual([{ rows: 5_000 }]);
  await grow(5_001, 20_000);
  await expect.poll(rowsAsPlanned).toEqual([{ rows: 20_000 }]);
});

describe('a statement that does not end', () => {
  test('keeps nobody waiting for long, is ended, and leaves a working database', async () => {
    await database.query('insert into line (place) values (1)');
    const startedAt = performance.now();
    const slow = database.transaction(async (transaction) => {
      await transaction.query('insert into line (place) values (2)');
      await transaction.query(endless);
    });
    const [outcome, behind] = await Promise.allSettled([slow, countLines()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseEnded' } });
    expect(behind).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusy' } });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(faults.map(({ message }) => message)).toEqual([
      'A statement ran for too long and was ended.',
    ]);
    expect(await countLines()).toBe(1);
  });

  test('is gone before another thread opens the data', () => {
    expect(threads).toEqual(['opened', 'gone', 'opened']);
  });

  test('leaves this thread free', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await database.query(endless).catch(() => undefined);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
  });
});

test('answers nothing once it is closed', async () => {
  await database.close();
  await expect(countLines()).rejects.toThrow('The database is closed.');
});
