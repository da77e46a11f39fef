import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import type { Parameter } from './database';
import { DatabaseEnded, DatabaseFault } from './faults';

export type ThreadRequest =
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
  z.object({ kind: z.literal('failed'), message: z.string(), code: z.string().optional() }),
]);
type ThreadReply = z.infer<typeof threadReply>;

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

const threadFile = new URL('./database-thread.mjs', import.meta.url);

/** Statements nest: what Postgres checks, plans and runs of a long one takes much of the stack. */
const resourceLimits = { stackSizeMb: 32 };

/** One thread with Postgres on it. Requests are sent one at a time. */
export class ThreadConnection {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  readonly #reportLoss: (fault: DatabaseEnded) => void;
  #waiting: Waiting | undefined;
  #ended: DatabaseEnded | undefined;

  private constructor(location: string | undefined, reportLoss: (fault: DatabaseEnded) => void) {
    this.#reportLoss = reportLoss;
    this.#worker = new Worker(threadFile, {
      workerData: { location },
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
   * @param location the folder of the data; undefined keeps it in memory
   * @param reportLoss told when the thread ends without having been closed
   * @throws DatabaseEnded if the data cannot be opened
   */
  static async open(
    location: string | undefined,
    reportLoss: (fault: DatabaseEnded) => void,
  ): Promise<ThreadConnection> {
    const connection = new ThreadConnection(location, reportLoss);
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
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#worker.postMessage(request);
    return this.#nextReply();
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
    else waiting?.reject(new DatabaseFault(reply.message, reply.code));
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
