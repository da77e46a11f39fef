/** What a statement may carry as a bound parameter. */
export type Parameter = string | number | boolean | Date | null | readonly (string | null)[];

export interface DatabaseOptions {
  /** How long a statement or a transaction waits for those before it. */
  readonly waitLimitMs?: number;
  /** How long a statement may run. */
  readonly statementLimitMs?: number;
  /** Told when the connection to the database, or the thread that it runs on, was lost. */
  readonly report?: (fault: DatabaseEnded) => void;
  /** Told what whoever runs the service should know of the database, in one line each. */
  readonly say?: (line: string) => void;
  /** How much of an embedded database is kept in memory; 128 if absent. One that is only in memory has 128. */
  readonly cacheMegabytes?: number | undefined;
  /** Spreads the tables over the servers of a cluster, also if they have rows. */
  readonly distributes?: boolean;
}

/** Something statements can be sent to: the database, or a transaction in it. */
export interface Queryable {
  /**
   * Returns the rows of one statement, an empty array where there are none. Row types are what
   * the caller selected: columns are our own, so they are not checked again.
   */
  query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /**
   * As {@link query}, for a statement whose text is always the same: the database reads and plans it
   * once. Not for a search, where the best plan depends on what is looked for.
   */
  queryPrepared<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
}

interface TransactionOptions {
  /** Background work, which waits until nobody else has wanted the database for a moment; Postgres ignores it. */
  readonly isPatient?: boolean;
  /** Work on whole tables, which takes as long as it takes. */
  readonly isUnlimited?: boolean;
  /** How long each of its statements may run, where the database cancels them; as long as those of a change if absent. */
  readonly limitMs?: number;
}

export interface Database extends Queryable {
  /** Whether a statement that takes too long is canceled by itself, and fails with `StatementCancelled`. */
  readonly cancelsStatements: boolean;
  /** Whether other processes may use it too; otherwise it is this process's alone. */
  readonly isShared: boolean;
  /** Runs several statements without parameters, as a migration does. */
  runScript(sql: string): Promise<void>;
  /** Commits what `work` did when it returns, and rolls all of it back when it throws. */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Does work that may take long. In this process each caller does one such work at a time, and its
   * statements let those of other work go first. It isn't begun within other such work.
   * @throws DatabaseBusy where the caller's earlier work takes too long; `work` has not begun then
   */
  expensively<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Does `work` while nobody else who uses the database, in any process, does work of this name.
   * Whoever comes second waits until the first is done, or its process has ended.
   * @param stop ends the wait, not the work
   * @throws what `stop` gives as its reason
   */
  exclusively<Result>(
    name: string,
    work: () => Promise<Result>,
    stop?: AbortSignal,
  ): Promise<Result>;
  /** Returns whether its disk has room for changes, as far as that can be told. */
  hasRoom(): Promise<boolean>;
  /** What it is doing at the moment, as this process sees it. */
  load(): DatabaseLoad;
  close(): Promise<void>;
}

interface DatabaseLoad {
  readonly connections: number;
  /** Connections that a statement or a transaction has. */
  readonly busy: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
}

/** Commits what `work` did when it returns, and rolls all of it back when it throws. */
export async function runTransaction<Result>(
  connection: Queryable,
  begin: string,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  await connection.query(begin);
  try {
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    // A connection that is lost has rolled back by itself, and would answer nothing.
    if (!(error instanceof DatabaseEnded)) {
      await connection.query('rollback').catch(() => undefined);
    }
    throw error;
  }
}

/** Returns the only row of a statement that always has one. @throws Error without a row. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

/** Postgres refused a statement. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';

  constructor(
    message: string,
    /** SQLSTATE: `23505` where a row would be there twice. Undefined if Postgres gave none. */
    readonly code: string | undefined,
    /** The constraint or unique index that the statement would have broken; undefined for other faults. */
    readonly constraint?: string,
  ) {
    super(message);
  }
}

/** The connection to the database, or the thread that it runs on, ended while a statement ran. */
export class DatabaseEnded extends Error {
  override readonly name = 'DatabaseEnded';
}

/** The statement wasn't run because those before it took too long; it can be sent again. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor(options?: ErrorOptions) {
    super('The database is busy with other statements.', options);
  }
}

/** The statement took longer than it may, and changed nothing. */
export class StatementCancelled extends Error {
  override readonly name = 'StatementCancelled';

  constructor() {
    super('A statement took too long and was canceled.');
  }
}

/** The database can't be reached, so that nothing was sent to it. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** Of a cluster, the server that has the rows that a statement needs can't be reached; others may be. */
export class ServerUnavailable extends DatabaseUnavailable {
  override readonly name = 'ServerUnavailable';
}
