import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';

interface LargeListOptions<Row> {
  /** The file holds one JSON list. */
  readonly path: string;
  readonly row: z.ZodType<Row>;
  /** How many rows to leave out at the beginning. */
  readonly from?: number;
  readonly pieceSize: number;
  /** Leaves out every row whose property has another value. */
  readonly only?: { readonly property: string; readonly values: readonly string[] } | undefined;
}

const threadFile = new URL('./large-list-thread.mjs', import.meta.url);

/**
 * Returns pieces of a list that is too large for the thread that answers requests: another one
 * reads it.
 * @throws {z.ZodError} for rows of another shape, and whatever keeps the file from being read
 */
export async function* readLargeList<Row>({
  row,
  from = 0,
  ...options
}: LargeListOptions<Row>): AsyncGenerator<Row[]> {
  const reply = z.array(row);
  const worker = new Worker(threadFile, { workerData: { ...options, from }, execArgv: [] });
  try {
    for (;;) {
      worker.postMessage('next');
      const piece = reply.parse(await nextMessage(worker));
      if (piece.length === 0) return;
      yield piece;
    }
  } finally {
    await worker.terminate();
  }
}

async function nextMessage(worker: Worker): Promise<unknown> {
  const messages: unknown[] = await once(worker, 'message');
  return messages[0];
}
