import * as z from 'zod/mini';
import { chunksOf } from '../objects/chunks';
import type { KeyValueStore } from '../platform/storage';
import { listedQuery, type ListedQuery } from './listed-queries';
import type { RefreshRun } from './run';

type Position = RefreshRun['worklist'];

export type Worklist = ReturnType<typeof createWorklist>;

/** A value of the store holds 240 KiB. */
const maximumChunkBytes = 200_000;
/** What a dead run leaves behind expires by itself. */
const keptSeconds = 7 * 24 * 60 * 60;

/**
 * The queries of a run, in chunks. A list is never changed: what comes after it is of a new
 * generation, so that a run that dies while writing still has the whole one before.
 */
export function createWorklist(store: KeyValueStore, runId: string) {
  const keyOf = (generation: number, index: number) =>
    `refresh:work:${runId}:${generation}:${String(index).padStart(5, '0')}`;
  let lastRead: { key: string; queries: ListedQuery[] } | undefined;

  async function readChunk(generation: number, index: number): Promise<ListedQuery[]> {
    const key = keyOf(generation, index);
    if (lastRead?.key !== key) {
      lastRead = { key, queries: z.array(listedQuery).parse(await store.find(key)) };
    }
    return lastRead.queries;
  }

  return {
    /** Every query of the list. */
    async read({ generation, sizes }: Position): Promise<ListedQuery[]> {
      const chunks: ListedQuery[][] = [];
      for (const index of sizes.keys()) chunks.push(await readChunk(generation, index));
      return chunks.flat();
    },
    /** The query at this index over all chunks; undefined after the last one. */
    async find({ generation, sizes }: Position, index: number): Promise<ListedQuery | undefined> {
      let first = 0;
      for (const [chunk, size] of sizes.entries()) {
        if (index < first + size) return (await readChunk(generation, chunk))[index - first];
        first += size;
      }
      return undefined;
    },
    /**
     * Saves a list that comes after the one at this position, and returns its own. A query that is
     * written in very many ways is in it several times, each time with some of them.
     */
    async saveNext(previous: Position, queries: readonly ListedQuery[]): Promise<Position> {
      const generation = previous.generation + 1;
      const chunks = chunksByBytes(queries.flatMap(inParts));
      for (const [index, chunk] of chunks.entries()) {
        await store.set(keyOf(generation, index), chunk, { ttlSeconds: keptSeconds });
      }
      return { generation, sizes: chunks.map((chunk) => chunk.length) };
    },
    /** Deletes the run's lists up to this one, and the one after it, which may be unfinished. */
    async clear(last: Position): Promise<void> {
      for (let generation = 1; generation <= last.generation + 1; generation += 1) {
        for (let index = 0; ; index += 1) {
          const key = keyOf(generation, index);
          if ((await store.find(key)) === undefined) break;
          await store.delete(key);
        }
      }
    },
  };
}

/** Written in one go, each with 1,000 ids, they are 40 calls of Jira. */
const precomputationsOfPart = 200;

function inParts(query: ListedQuery): ListedQuery[] {
  const parts = chunksOf(query.precomputations, precomputationsOfPart);
  const last = parts.length - 1;
  return parts.map((precomputations, index) => ({
    ...query,
    precomputations,
    isInPart: index < last,
  }));
}

function chunksByBytes(queries: readonly ListedQuery[]): ListedQuery[][] {
  const chunks: ListedQuery[][] = [];
  let room = 0;
  for (const query of queries) {
    const bytes = Buffer.byteLength(JSON.stringify(query)) + 1;
    if (bytes > room) {
      chunks.push([]);
      room = maximumChunkBytes;
    }
    chunks.at(-1)?.push(query);
    room -= bytes;
  }
  return chunks;
}
