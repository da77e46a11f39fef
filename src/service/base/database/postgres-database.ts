import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, Pool, TypeOverrides, types } from 'pg';
import type { ClientBase, ClientConfig, QueryResultRow } from 'pg';
import {
  runTransaction,
  DatabaseEnded,
  DatabaseFault,
  DatabaseUnavailable,
  ServerUnavailable,
  StatementCancelled,
} from './database';
import type { Database, DatabaseOptions, Parameter, Queryable } from './database';
import { isDiskFull } from './full-disk';
import { conflictCodes, constraintOf } from './broken-constraints';
import { createExpensively, Turns } from './turns';

/** Of one process. Postgres takes 100 in all where nobody has set another number. */
const maximumConnections = 10;
/** How long a disk counts as full after a statement found no room on it. */
const fullForMs = 60_000;
/** Of one caller, so that there are always some for everyone else. */
const connectionsPerCaller = 4;
/** Changes may take longer than reads: a type is deleted with all its objects. */
const changeLimitMs = 30_000;
/** How much longer than a statement may run its answer may take to arrive: the server stops it where it can. */
const silenceLimitMs = 5_000;

/**
 * Connects to a Postgres server. Statements run beside each other, each for as long as it may.
 * @param url `postgres://user:password@host:port/database`, as libpq reads it
 * @throws DatabaseUnavailable
 */
export async function openPostgresDatabase(
  url: string,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { statementLimitMs = 4_000, waitLimitMs = 5_000 } = options;
  const { report = () => undefined, say = () => undefined } = options;
  const config = configure(url, statementLimitMs);
  const pool = new Pool({
    ...config,
    max: maximumConnections,
    // What must not happen while the service runs looks whether it is connected.
    min: 1,
    connectionTimeoutMillis: waitLimitMs,
  });
  const turns = new Turns({ places: maximumConnections, placesPerAsker: connectionsPerCaller });
  pool.on('error', (cause) => report(new DatabaseEnded('A connection was lost.', { cause })));
  let lastFullMs = -Infinity;
  const noteFullDisk = (error: unknown): never => {
    if (isDiskFull(error)) lastFullMs = performance.now();
    throw error;
  };
  const withConnection = <Result>(work: (client: ClientBase) => Promise<Result>) =>
    turns.take(() => useConnection(pool, work).catch(noteFullDisk), waitLimitMs);
  const answerLimitMs = statementLimitMs + silenceLimitMs;
  if (await withConnection(hasNoStatementLimit)) say(unlimited);

  return {
    cancelsStatements: true,
    isShared: true,
    query: (sql, parameters) =>
      withConnection((client) => queryableOf(client, answerLimitMs).query(sql, parameters)),
    queryPrepared: (sql, parameters) =>
      withConnection((client) => queryableOf(client, answerLimitMs).queryPrepared(sql, parameters)),
    transaction: (work, { isUnlimited = false, limitMs = changeLimitMs } = {}) => {
      const begin = `begin; set local statement_timeout = ${isUnlimited ? 0 : limitMs}`;
      const silence = isUnlimited ? undefined : changeLimitMs + silenceLimitMs;
      return retried(() =>
        withConnection((client) => runTransaction(queryableOf(client, silence), begin, work)),
      );
    },
    runScript: (sql) =>
      onOwnConnection(config, async (client) => {
        for (const statement of statementsOf(sql)) await send(client, statement);
      }),
    expensively: createExpensively(waitLimitMs),
    exclusively: (name, work, stop) =>
      onOwnConnection(config, async (client) => {
        // A pooler of connections keeps one for a transaction, and the lock ends with it.
        await send(client, 'begin');
        await lock(client, name, stop);
        // It is idle while the work goes on. This also lets go of what the lock's statement saw, so that rows can be removed.
        await send(client, 'set local idle_in_transaction_session_timeout = 0');
        return work();
      }),
    // Nobody else can see the disk of a server.
    hasRoom: () => Promise.resolve(performance.now() - lastFullMs > fullForMs),
    load: () => ({
      connections: pool.totalCount,
      busy: turns.taken,
      waiting: turns.waiting,
    }),
    close: () => pool.end(),
  };
}

/** One by one: of several at once, a cluster would send all of them to its workers with each change of a table. */
function statementsOf(script: string): readonly string[] {
  return (
    script.match(/(?:--.*|'[^']*'|\$\$[\s\S]*?\$\$|[^;])+/g)?.filter((one) => one.trim() !== '') ??
    []
  );
}

async function hasNoStatementLimit(client: ClientBase): Promise<boolean> {
  const [row] = await send<{ limit: string }>(
    client,
    `select current_setting('statement_timeout') as limit`,
  );
  return row?.limit === '0';
}

const unlimited =
  'The database doesn’t limit how long a statement runs. Something between it and the service, such as PgBouncer, drops that setting. Set the limit there: see “Connections” in docs/scale.md.';

/** Until the transaction ends, whatever ends it. @throws the reason of `stop` */
async function lock(client: ClientBase, name: string, stop?: AbortSignal): Promise<void> {
  const isLocked = async () => {
    const [row] = await send<{ isLocked: boolean }>(
      client,
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isLocked"',
      [name],
    );
    return row?.isLocked === true;
  };
  // A statement that waits inside the database could not be stopped.
  while (!(await isLocked())) {
    await sleep(lockedAgainMs);
    stop?.throwIfAborted();
  }
}

const lockedAgainMs = 100;

/** By which the server tells the connections of the service from others. */
export const applicationName = 'workspace-data-service';

/** What is the same for the embedded database, so that statements are planned alike. */
const settings = '-c random_page_cost=1.1 -c work_mem=32MB -c jit=off -c timezone=UTC';

/** Counts and versions are numbers, as the embedded database returns them. */
const rowTypes = new TypeOverrides();
rowTypes.setTypeParser(types.builtins.INT8, Number);

function configure(url: string, statementLimitMs: number): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    options: settings,
    statement_timeout: statementLimitMs,
    keepAlive: true,
    types: rowTypes,
  };
}

async function useConnection<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw explainNoConnection(cause);
  });
  // What is lost while it is used fails the statement that runs; the event says it once more.
  client.on('error', ignore);
  let isUsable = true;
  try {
    return await work(client);
  } catch (error) {
    isUsable = !(error instanceof DatabaseEnded);
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(!isUsable);
  }
}

/** For long work that must not take a connection of the pool away from others. */
async function onOwnConnection<Result>(
  config: ClientConfig,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const application_name = `${applicationName} (one work)`;
  const client = new Client({ ...config, application_name, statement_timeout: 0 });
  client.on('error', ignore);
  try {
    await client.connect();
  } catch (cause) {
    throw explainNoConnection(cause);
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(ignore);
  }
}

function ignore(): void {
  // It is known already.
}

/** @param limitMs how long the answer to a statement may take; however long if absent */
function queryableOf(client: ClientBase, limitMs?: number): Queryable {
  const limit = limitMs === undefined ? {} : { limitMs };
  return {
    query: <Row>(text: string, parameters?: readonly Parameter[]) =>
      send<Row>(client, text, parameters, limit),
    queryPrepared: <Row>(text: string, parameters?: readonly Parameter[]) =>
      send<Row>(client, text, parameters, { ...limit, name: nameOf(text) }),
  };
}

/** Statements that are read and planned once per connection have a name, the same in all of them. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `statement-${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** The caller's own statement says which columns a row has. */
async function send<Row>(
  client: ClientBase,
  text: string,
  parameters: readonly Parameter[] = [],
  { limitMs, ...named }: { readonly limitMs?: number; readonly name?: string } = {},
): Promise<Row[]> {
  const { rows, command } = await run();
  // If a statement failed before, this rolls everything back without an error.
  if (text === 'commit' && command !== 'COMMIT') {
    throw new DatabaseFault('Nothing was committed.', undefined);
  }
  return rows as Row[];

  async function run() {
    const statement = {
      text,
      values: [...parameters],
      ...named,
      ...(limitMs !== undefined && { query_timeout: limitMs }),
    };
    return client.query<QueryResultRow>(statement).catch((error: unknown) => {
      throw explainFault(error);
    });
  }
}

/** How Postgres says that a statement ran for too long. */
const cancelled = '57014';
/** How often a transaction that conflicted with another one is started again. */
const maximumRepeats = 3;

function explainFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) {
    return new DatabaseEnded('The connection to the database was lost.', { cause: error });
  }
  if (error.code === cancelled) return new StatementCancelled();
  if (error.code?.startsWith('08') === true) {
    return new ServerUnavailable(error.message.split('\n')[0], { cause: error });
  }
  // The server says so before it ends: it is stopped, or someone ended this connection.
  if (error.code?.startsWith('57P') === true) {
    return new DatabaseEnded(error.message, { cause: error });
  }
  // Without its details, which repeat what people wrote.
  return new DatabaseFault(error.message, error.code, constraintOf(error.constraint));
}

function explainNoConnection(cause: unknown): Error {
  const reason = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  return new DatabaseUnavailable(`The database can't be reached${reason}. Check DATABASE_URL.`, {
    cause,
  });
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work();
    } catch (error) {
      const isWorthAnother = error instanceof DatabaseFault && conflictCodes.has(error.code);
      if (!isWorthAnother || repeats === maximumRepeats) throw error;
    }
  }
}
