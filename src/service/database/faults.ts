/** Postgres refused a statement. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault';

  constructor(
    message: string,
    /** SQLSTATE: `23505` where a row would be there twice. Undefined where Postgres gave none. */
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** What ran on the database's thread is lost, and its transaction rolled back. */
export class DatabaseEnded extends Error {
  override readonly name = 'DatabaseEnded';
}

/** The statement was not run, since those before it take too long; it can be sent again. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor() {
    super('The database is busy with other statements.');
  }
}
