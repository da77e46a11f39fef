/** Postgres refused a statement. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';

  constructor(
    message: string,
    /** SQLSTATE: `23505` where a row would be there twice. Undefined if Postgres gave none. */
    readonly code: string | undefined,
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

  constructor() {
    super('The database is busy with other statements.');
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
  override readonly name = 'DatabaseUnavailable';
}
