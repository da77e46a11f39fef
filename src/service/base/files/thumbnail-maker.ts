import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { Turns } from '../database/turns';
import { bytesPerMegabyte } from './storage-budgets';

/** Media types of pictures that there are thumbnails of. What a file is shows in its bytes. */
export const pictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
];

/** Media type of a thumbnail, whatever it was made of. */
export const thumbnailType = 'image/webp';

/** Changes whenever the same file would give another thumbnail. */
export const thumbnailVersion = 1;

/** The largest file that there is a thumbnail of. */
export const maximumPictureBytes = 25 * bytesPerMegabyte;

/** What a thread is started with. */
const threadData = {
  /** In pixels, of a thumbnail. */
  side: 96,
  maximumPixels: 50_000_000,
  maximumMemoryBytes: 512 * bytesPerMegabyte,
};

const threadFile = new URL('./thumbnail-thread.mjs', import.meta.url);
const threadReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened') }),
  z.object({
    kind: z.literal('made'),
    thumbnail: z.instanceof(Uint8Array).optional(),
    /** Whether the thread is to make no other one. */
    isSpent: z.boolean(),
  }),
]);
type ThreadReply = z.infer<typeof threadReply>;

/** How long a request waits for its turn. */
const maximumWaitMs = 20_000;

interface ThumbnailMakerOptions {
  /** How long one thumbnail may take; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** How long a thread stays that has nothing to do; 10 seconds if absent. */
  readonly idleMs?: number;
}

/** The thumbnail of one file, for everyone who waits for it. */
interface Wanted {
  waiting: number;
  /** Begun when it is the turn of the first of them. */
  made?: Promise<Uint8Array | undefined>;
}

/** Making a thumbnail took too long, or was broken off. It may succeed later. */
export class ThumbnailUnfinished extends Error {
  override readonly name = 'ThumbnailUnfinished';
}

/**
 * Makes thumbnails, one after the other, on a thread of its own. It starts with the first one, and ends when there is
 * nothing to do, which gives its memory back.
 */
export class ThumbnailMaker {
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  /** Whoever has many to make keeps others waiting for one of them at most. */
  readonly #turns = new Turns();
  readonly #wanted = new Map<string, Wanted>();
  /** The files that took too long. They aren't tried again for a while. */
  readonly #unfinished = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 });
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  constructor({ timeoutMs = 10_000, idleMs = 10_000 }: ThumbnailMakerOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#idleMs = idleMs;
  }

  /**
   * Makes a thumbnail of a PNG, JPEG, WebP or GIF. For several who ask for that of one file it is made once, when it is
   * the turn of any of them.
   * @param fileKey of the file in its store
   * @param read called once it is its turn, so that files which wait take no memory
   * @returns a WebP of 96 times 96 pixels, transparent around the picture; undefined where the file gives none
   * @throws ThumbnailUnfinished, DatabaseBusy if its turn doesn't come in 20 seconds, and whatever `read` throws
   */
  async make(
    fileKey: string,
    read: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Uint8Array | undefined> {
    const wanted = this.#wanted.get(fileKey) ?? { waiting: 0 };
    this.#wanted.set(fileKey, wanted);
    wanted.waiting += 1;
    const begin = async () => this.#makeNow(fileKey, await read());
    try {
      return await this.#turns.take(() => (wanted.made ??= begin()), maximumWaitMs);
    } finally {
      wanted.waiting -= 1;
      if (wanted.waiting === 0) this.#wanted.delete(fileKey);
      if (this.#wanted.size === 0) this.#endWhenIdle();
    }
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#endThread();
  }

  async #makeNow(fileKey: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
    if (this.#closing.signal.aborted || this.#unfinished.has(fileKey))
      throw new ThumbnailUnfinished();
    clearTimeout(this.#idleTimer);
    const worker = (this.#worker ??= await openThread());
    // AbortSignal.timeout may be lost to the garbage collector here: AbortSignal.any doesn't keep it.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#timeoutMs);
    const signal = AbortSignal.any([this.#closing.signal, late.signal]);
    try {
      const reply = nextReply(worker, signal);
      worker.postMessage({ bytes }, [bytes.buffer]);
      const { thumbnail, isSpent } = toMade(await reply);
      if (isSpent) await this.#endThread();
      return thumbnail;
    } catch (cause) {
      await this.#endThread();
      // A thread that fails over a file would again.
      if (!signal.aborted) return undefined;
      this.#unfinished.set(fileKey, true);
      throw new ThumbnailUnfinished('A thumbnail took too long.', { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#worker === undefined) return;
    this.#idleTimer = setTimeout(() => void this.#endThread(), this.#idleMs).unref();
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** @throws what keeps the thread from starting, such as too little memory */
async function openThread(): Promise<Worker> {
  const worker = new Worker(threadFile, {
    workerData: threadData,
    execArgv: [],
    // The library writes there what it finds wrong with files.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  await nextReply(worker);
  // A call that waits for a reply is told. While none does, the next one starts another thread.
  worker.on('error', () => undefined);
  return worker;
}

/** @throws whatever ends the thread before it has answered, and at the abort of the signal */
async function nextReply(worker: Worker, signal?: AbortSignal): Promise<ThreadReply> {
  const settled = new AbortController();
  const ended = once(worker, 'exit', { signal: settled.signal }).then(() => {
    throw new Error('The thread that makes thumbnails has ended.');
  });
  try {
    const messages: unknown[] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return threadReply.parse(messages[0]);
  } finally {
    settled.abort();
    ended.catch(() => undefined);
  }
}

function toMade(reply: ThreadReply) {
  if (reply.kind === 'made') return reply;
  throw new Error('The thread that makes thumbnails has answered something else.');
}
