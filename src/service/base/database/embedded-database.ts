import { AsyncLocalStorage } from 'node:async_hooks';
import { createExpensively } from './expensive-work';
import { runTransaction } from './database';
import type { Database, DatabaseOptions, Parameter, Queryable } from './database';
import { prepareFolder } from './database-folder';
import type { DatabaseFolder } from './database-folder';
import { DatabaseEnded } from './faults';
import { ThreadConnection } from './thread-connection';
import type { ThreadRequest } from './thread-connection';
import { Turns } from './turns';

/**
 * Opens Postgres on a thread of this process.
 *
 * Statements run one after the other and cannot be canceled (`statement_timeout` has no timer to
 * rely on here), so what a caller can make the database do is bounded before it gets here. The
 * limits are for what slips through. A statement that runs too long is ended together with its
 * thread, and the next one reopens the data. Data that is only in memory would be lost with the
 * thread, so that there is no limit then.
 *
 * @param dataDirectory where the data lives; it is created if missing. `memory` keeps nothing.
 * @throws UnusableDatabase for a folder that holds something else, or a database that is damaged
 * @see docs/decisions/0012-the-database-has-a-thread.md
 */
export async function openEmbeddedDatabase(
  dataDirectory: string,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { waitLimitMs = 5_000, statementLimitMs = 30_000, report = () => undefined } = options;
  const isKept = dataDirectory !== 'memory';
  const folder = isKept ? await prepareFolder(dataDirectory) : undefined;
  const open = () => openThread(folder?.path, report);
  const turns = new Turns();
  let current = await openFirst(folder, report);
  let isClosed = false;
  /** When all work of each name so far is done; only this process uses the data. */
  const exclusive = new Map<string, Promise<unknown>>();

  /**
   * What the next statement is sent to: a thread that was lost is replaced where the data is kept.
   * Two threads would write to one directory over each other.
   */
  async function getStatements(): Promise<ThreadConnection> {
    if (current.isOpen || !isKept || isClosed) return current;
    await current.waitForExit();
    current = await open();
    return current;
  }
  const limitMs = isKept ? statementLimitMs : undefined;
  const getQueryable = async () => queryableOf(await getStatements(), limitMs);

  // A thread that was lost is opened again by whoever needs it.
  const analyzeSoon = createAnalysis(turns, (sql) => queryableOf(current, limitMs).query(sql));

  return {
    cancelsStatements: false,
    isShared: false,
    query: (sql, parameters) =>
      turns.take(async () => (await getQueryable()).query(sql, parameters), waitLimitMs),
    queryPrepared: (sql, parameters) =>
      turns.take(async () => (await getQueryable()).queryPrepared(sql, parameters), waitLimitMs),
    transaction: (work, { isPatient = false } = {}) => {
      const run = async () => runTransaction(await getQueryable(), 'begin', work);
      const done = isPatient ? turns.takeWhenQuiet(run) : turns.take(run, waitLimitMs);
      return done.finally(analyzeSoon);
    },
    runScript: (sql) =>
      turns.take(async () => {
        await (await getStatements()).send({ kind: 'script', sql });
      }),
    expensively: createExpensively(waitLimitMs),
    async exclusively(name, work, stop) {
      const before = exclusive.get(name);
      let leave = () => {};
      const own = new Promise<void>((resolve) => (leave = resolve));
      exclusive.set(name, Promise.all([before, own]));
      try {
        await waitFor(before, stop);
        return await work();
      } finally {
        leave();
      }
    },
    load: () => ({ connections: 1, busy: turns.taken, waiting: turns.waiting }),
    close: () =>
      turns.take(async () => {
        isClosed = true;
        await current.close();
      }),
  };
}

/** How long after a change the database looks for tables that have grown. */
const analyzedAfterMs = 500;

/**
 * Tables with at least twice the pages that they had when the planner last looked at them. There is no
 * autovacuum here, and a plan that was made for an empty table reads all of it once it is full.
 */
const selectGrownTables = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
    and pg_relation_size(oid) >= 8192 * greatest(2 * relpages, 8)`;

/**
 * Returns what is called after a change: it soon has the planner look at the tables that have grown, one
 * at a time, so that requests are answered in between.
 */
function createAnalysis(
  turns: Turns,
  query: (sql: string) => Promise<{ name: string }[]>,
): () => void {
  async function analyzeGrownTables() {
    const grown = await turns.takeWhenQuiet(() => query(selectGrownTables));
    for (const { name } of grown) await turns.takeWhenQuiet(() => query(`analyze ${name}`));
  }
  let due: NodeJS.Timeout | undefined;
  // It isn't on behalf of whoever asked for the change. Nobody waits for it; the next change tries again.
  const analyze = AsyncLocalStorage.bind(async () => {
    await analyzeGrownTables().catch(() => undefined);
    due = undefined;
  });
  return () => {
    due ??= setTimeout(() => void analyze(), analyzedAfterMs).unref();
  };
}

/** @throws the reason of `stop` */
async function waitFor(work: Promise<unknown> | undefined, stop?: AbortSignal): Promise<void> {
  stop?.throwIfAborted();
  let stopWaiting = () => {};
  const stopped = new Promise<void>((resolve) => (stopWaiting = resolve));
  stop?.addEventListener('abort', stopWaiting);
  await Promise.race([work, stopped]);
  stop?.removeEventListener('abort', stopWaiting);
  stop?.throwIfAborted();
}

/**
 * Pages are in memory, where one is as near as the next; the planner's default is for disks. There
 * is one connection, so that it can have the memory to look things up in that many would share.
 */
const settings = `set random_page_cost = 1.1; set work_mem = '32MB'`;

async function openThread(
  location: string | undefined,
  report: (fault: DatabaseEnded) => void,
): Promise<ThreadConnection> {
  const connection = await ThreadConnection.open(location, report);
  try {
    await connection.send({ kind: 'script', sql: settings });
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** @throws UnusableDatabase for a kept database that can't be opened */
async function openFirst(
  folder: DatabaseFolder | undefined,
  report: (fault: DatabaseEnded) => void,
): Promise<ThreadConnection> {
  let isOpen = false;
  try {
    const connection = await openThread(folder?.path, (fault) => isOpen && report(fault));
    isOpen = true;
    return connection;
  } catch (error) {
    throw folder ? folder.explain(error) : error;
  }
}

/** @param limitMs how long a statement may run; without a limit if undefined */
function queryableOf(connection: ThreadConnection, limitMs: number | undefined): Queryable {
  const interrupt = () => {
    connection.interrupt(new DatabaseEnded('A statement ran for too long and was ended.'));
  };

  async function send(request: ThreadRequest) {
    const timer = limitMs === undefined ? undefined : setTimeout(interrupt, limitMs);
    try {
      return await connection.send(request);
    } finally {
      clearTimeout(timer);
    }
  }

  // What a row holds is what the caller selected.
  return {
    query: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await send({ kind: 'statement', sql, parameters, isPrepared: false })) as Row[],
    queryPrepared: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await send({ kind: 'statement', sql, parameters, isPrepared: true })) as Row[],
  };
}
