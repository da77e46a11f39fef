import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface UnsentAnswersOptions {
  /** The limit for all answers of the process together. */
  readonly maximumBytes?: number;
  /** How long a client may leave an answer unread. */
  readonly stallLimitMs?: number;
}

/** Such answers still have room where large ones have none: clients that don't read theirs stop nobody else. */
const smallAnswerBytes = 100_000;
/** The part of the room that is for them alone. */
const smallShare = 1 / 8;

/** There is no room for an answer now. */
export class NoRoomForAnswer extends Error {
  override readonly name = 'NoRoomForAnswer';

  constructor() {
    super('The answers that are built and not sent yet take all the memory that they may.');
  }
}

/** What a process has in memory of answers that are being built, or built and not sent yet. */
export class UnsentAnswers {
  readonly #maximumBytes: number;
  readonly #stallLimitMs: number;
  readonly #bytesOf = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor({ maximumBytes = 64_000_000, stallLimitMs = 30_000 }: UnsentAnswersOptions = {}) {
    this.#maximumBytes = maximumBytes;
    this.#stallLimitMs = stallLimitMs;
  }

  /**
   * Counts an answer until it is sent or its connection has ended.
   * @param bytes what it takes now, in place of what it took before
   * @param isRefusable whether it is refused where there is no room for it; else it counts all the same
   * @throws NoRoomForAnswer if it doesn't fit beside the others; it counts as before then
   */
  hold(response: ServerResponse, bytes: number, isRefusable: boolean): void {
    const before = this.#bytesOf.get(response);
    const growth = bytes - (before ?? 0);
    const share = bytes > smallAnswerBytes ? 1 - smallShare : 1;
    const hasRoom = growth <= 0 || this.#bytes + growth <= share * this.#maximumBytes;
    if (isRefusable && !hasRoom) throw new NoRoomForAnswer();
    if (response.closed) return;
    if (before === undefined) response.once('close', () => this.#release(response));
    this.#bytesOf.set(response, bytes);
    this.#bytes += growth;
  }

  /** Ends the connection of an answer that is ready and that its client doesn't read. */
  limitStall(response: ServerResponse): void {
    if (this.#bytesOf.has(response)) response.setTimeout(this.#stallLimitMs);
  }

  #release(response: ServerResponse): void {
    this.#bytes -= this.#bytesOf.get(response) ?? 0;
    this.#bytesOf.delete(response);
  }
}

interface Answering {
  readonly unsent: UnsentAnswers;
  readonly response: ServerResponse;
  /** Whether the answer may be refused: its request changes nothing, so that it can be sent again. */
  readonly isRefusable: boolean;
}

const answering = new AsyncLocalStorage<Answering>();

/**
 * Refuses answers of `app` for which there is no room. Files that are streamed don't count.
 * @param onlyReads whether a request changes nothing, so that it can be sent again
 */
export function limitUnsentAnswers(
  app: FastifyInstance,
  unsent: UnsentAnswers,
  onlyReads: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, { raw: response }, done) => {
    answering.run({ unsent, response, isRefusable: onlyReads(request) }, done);
  });
  app.addHook('onSend', (request, { raw: response }, payload, done) => {
    const bytes = bytesOf(payload);
    try {
      unsent.hold(response, bytes, onlyReads(request));
      if (bytes > smallAnswerBytes) unsent.limitStall(response);
      done(null, payload);
    } catch (error) {
      // What it took while it was built is given back: the error is small.
      unsent.hold(response, 0, false);
      done(error as Error);
    }
  });
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}

/**
 * Makes room for what the current request has read and builds an answer of, and waits for its turn to build it; there is
 * room for everything outside of a request, and for the answer to a change. Values count twice while an answer is made of them.
 * @param bytes of text that its answer is made of
 * @throws NoRoomForAnswer
 */
export async function makeRoomForAnswer(bytes: number): Promise<void> {
  const current = answering.getStore();
  current?.unsent.hold(current.response, 2 * bytes, current.isRefusable);
  await takeTurnToBuild(bytes);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Returns when a large answer may be built: one at a time, and the process takes care of other requests in between.
 * A small one may be built at once.
 */
export async function takeTurnToBuild(bytes: number): Promise<void> {
  if (bytes <= smallAnswerBytes) return;
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
