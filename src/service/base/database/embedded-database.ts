import { AsyncLocalStorage } from 'node:async_hooks';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { runTransaction, DatabaseEnded, DatabaseFault } from './database';
import type { Database, DatabaseOptions, Parameter, Queryable } from './database';
import { describeClosed, findClosedEntry } from './folder-owner';
import { assertRoom, hasRoom } from './full-disk';
import { createExpensively, Turns } from './turns';

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
  const data = { location: folder?.path, cacheMegabytes: options.cacheMegabytes ?? 128 };
  const open = () => openThread(data, report);
  const turns = new Turns();
  let current = await openFirst(folder, data, report);
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
      const run = () => change(folder, getQueryable, work);
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
    hasRoom: async () => folder === undefined || hasRoom(folder.path),
    load: () => ({ connections: 1, busy: turns.taken, waiting: turns.waiting }),
    close: () =>
      turns.take(async () => {
        isClosed = true;
        await current.close();
      }),
  };
}

/** Runs a transaction. @throws DiskFull without having begun it */
async function change<Result>(
  folder: DatabaseFolder | undefined,
  getQueryable: () => Promise<Queryable>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  if (folder !== undefined) await assertRoom(folder.path);
  return runTransaction(await getQueryable(), 'begin', work);
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

interface ThreadData {
  /** The folder of the data; undefined keeps it in memory. */
  readonly location: string | undefined;
  readonly cacheMegabytes: number;
}

async function openThread(
  data: ThreadData,
  report: (fault: DatabaseEnded) => void,
): Promise<ThreadConnection> {
  const connection = await ThreadConnection.open(data, report);
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
  data: ThreadData,
  report: (fault: DatabaseEnded) => void,
): Promise<ThreadConnection> {
  let isOpen = false;
  try {
    const connection = await openThread(data, (fault) => isOpen && report(fault));
    isOpen = true;
    return connection;
  } catch (error) {
    throw folder ? await folder.explain(error) : error;
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

  // The caller's own statement says which columns a row has.
  return {
    query: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await send({ kind: 'statement', sql, parameters, isPrepared: false })) as Row[],
    queryPrepared: async <Row>(sql: string, parameters: readonly Parameter[] = []) =>
      (await send({ kind: 'statement', sql, parameters, isPrepared: true })) as Row[],
  };
}

type ThreadRequest =
  | {
      readonly kind: 'statement';
      readonly sql: string;
      readonly parameters: readonly Parameter[];
      readonly isPrepared: boolean;
    }
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'close' };

const threadReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened') }),
  // Rows are not looked at: their columns are our own, and there are many.
  z.object({ kind: z.literal('answered'), rows: z.custom<unknown[]>(Array.isArray) }),
  z.object({
    kind: z.literal('failed'),
    message: z.string(),
    code: z.string().optional(),
    constraint: z.string().optional(),
  }),
]);
type ThreadReply = z.infer<typeof threadReply>;

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

const threadFile = new URL('./database-thread.mjs', import.meta.url);

/** Postgres needs much stack for a long statement, whose parts stand inside each other. */
const resourceLimits = { stackSizeMb: 32 };

/** One thread with Postgres on it. Requests are sent one at a time: the others wait, as on a connection to a server. */
class ThreadConnection {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #reportLoss: (fault: DatabaseEnded) => void;
  #waiting: Waiting | undefined;
  /** The requests so far. */
  #before: Promise<unknown> = Promise.resolve();
  #ended: DatabaseEnded | undefined;

  private constructor(data: ThreadData, reportLoss: (fault: DatabaseEnded) => void) {
    this.#reportLoss = reportLoss;
    this.#worker = new Worker(threadFile, {
      workerData: data,
      execArgv: [],
      resourceLimits,
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.on('message', (message: unknown) => this.#read(message));
    this.#worker.on('error', (cause) => {
      this.#lose(new DatabaseEnded('The thread of the database failed.', { cause }));
    });
    this.#worker.on('exit', () => this.#lose(new DatabaseEnded('The database has ended.')));
  }

  /**
   * @param reportLoss told when the thread ends without having been closed
   * @throws DatabaseEnded if the data cannot be opened
   */
  static async open(
    data: ThreadData,
    reportLoss: (fault: DatabaseEnded) => void,
  ): Promise<ThreadConnection> {
    const connection = new ThreadConnection(data, reportLoss);
    await connection.#nextReply();
    return connection;
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  /**
   * Returns the rows of a statement.
   * @throws DatabaseFault if Postgres refuses, DatabaseEnded if the thread ends before it has answered
   */
  send(request: ThreadRequest): Promise<unknown[]> {
    const answer = this.#before.then(() => {
      if (this.#ended !== undefined) throw this.#ended;
      this.#worker.postMessage(request);
      return this.#nextReply();
    });
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread, whatever it does. It writes nothing any more once {@link waitForExit} returns. */
  interrupt(reason: DatabaseEnded): void {
    this.#lose(reason);
    void this.#worker.terminate();
  }

  /** Returns once the thread is gone. */
  waitForExit(): Promise<void> {
    return this.#exited;
  }

  async close(): Promise<void> {
    if (this.isOpen) await this.send({ kind: 'close' });
    this.#end(new DatabaseEnded('The database is closed.'));
    await this.#worker.terminate();
  }

  #nextReply(): Promise<unknown[]> {
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  #read(message: unknown): void {
    const { data: reply, error: cause } = threadReply.safeParse(message);
    if (reply !== undefined) this.#receive(reply);
    else this.interrupt(new DatabaseEnded('The thread of the database gave no answer.', { cause }));
  }

  #receive(reply: ThreadReply): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (reply.kind !== 'failed') waiting?.resolve(reply.kind === 'answered' ? reply.rows : []);
    else waiting?.reject(new DatabaseFault(reply.message, reply.code, reply.constraint));
  }

  /** The first reason counts: an exit follows every other one. */
  #lose(reason: DatabaseEnded): void {
    if (!this.isOpen) return;
    this.#end(reason);
    this.#reportLoss(reason);
  }

  #end(reason: DatabaseEnded): void {
    this.#ended = reason;
    this.#waiting?.reject(reason);
    this.#waiting = undefined;
  }
}

/** The folder of the database can't be used; the message says what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

interface DatabaseFolder {
  readonly path: string;
  /** Returns what to say of a database that can't be opened or, in an empty folder, made. */
  explain(cause: unknown): Promise<UnusableDatabase>;
}

/**
 * Makes sure that the folder of the database is empty or holds a database: Postgres would write a
 * new one over anything else. Only this user can read it, since the embedded Postgres writes its
 * files for everyone.
 * @throws UnusableDatabase
 */
async function prepareFolder(dataDirectory: string): Promise<DatabaseFolder> {
  const path = join(dataDirectory, 'database');
  await makeFolder(path);
  const names = await openFolder(path);
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new UnusableDatabase(
      `${path} isn't empty, and it isn't a database: it has no file PG_VERSION. ${advice}`,
    );
  }
  const explain = async (cause: unknown) => {
    const message = names.length === 0 ? notCreated(path) : await describeNotOpened(path);
    return new UnusableDatabase(message, { cause });
  };
  return { path, explain };
}

/** Returns the names of its entries, and takes it away from everyone else. */
async function openFolder(path: string): Promise<string[]> {
  try {
    await chmod(path, 0o700);
    return await readdir(path);
  } catch (cause) {
    throw new UnusableDatabase(await describeClosed(path, path), { cause });
  }
}

function notCreated(path: string): string {
  return `A new database can't be created in ${path}. Check that the disk has free space and that you can write there, then start again.`;
}

/** Files are called damaged only where nothing else keeps the database from being opened. */
async function describeNotOpened(path: string): Promise<string> {
  const closed = await findClosedEntry(path);
  if (closed !== undefined) return closed;
  if (!(await hasRoom(path))) {
    return `The database in ${path} can't be opened, because the disk is full. Its data is still there. Make room on the disk, then start again.`;
  }
  return `The database in ${path} can't be opened. Its files may be damaged, or there was too little memory: start again first. ${advice}`;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const isFile = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    if (!isFile) throw cause;
    throw new UnusableDatabase(`${path} is a file, not the folder of the database. ${advice}`, {
      cause,
    });
  }
}

const advice = 'Restore the folder from a backup, and keep this one until that works.';
