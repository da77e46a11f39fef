import * as z from 'zod/mini';
import { chunksOf } from '../objects/chunks';
import type { KeyValueStore, StoredPage } from '../platform/storage';
import type { RefreshRun } from './refresh-run';

const precomputed = z.object({
  id: z.string(),
  operator: z.enum(['in', 'not in']),
  /** Of what Jira has: see `stateOf`. */
  state: z.string(),
});

const askedQuery = z.object({
  query: z.string(),
  writtenAs: z.array(z.string()),
  precomputations: z.array(precomputed),
  /** When a search last used one of them, in milliseconds since the epoch. */
  usedAt: z.number(),
  /** When Jira got the oldest of the results. */
  resultSince: z.optional(z.number()),
  /** Further calls of it come after these. */
  isInPart: z.boolean(),
});

/** One query on one field, with every call of the function that asks it. */
const listedQuery = z.union([
  z.extend(askedQuery, { fieldId: z.string() }),
  /** No field is meant; in words for who searches. */
  z.extend(askedQuery, { fieldId: z.optional(z.undefined()), refusal: z.string() }),
]);
export type ListedQuery = z.infer<typeof listedQuery>;

type Position = RefreshRun['worklist'];

export type Worklist = ReturnType<typeof createWorklist>;

const prefix = 'refresh:work:';
/** A value of the store holds 240 KiB. */
const maximumBytes = 200_000;
/** What a run that died leaves behind goes by itself. */
const keptSeconds = 7 * 24 * 60 * 60;

/**
 * The queries of a run, in chunks. A list is never changed: what comes after it is of a new
 * generation, so that a run that dies while writing still has the whole one before.
 */
export function createWorklist(store: KeyValueStore, runId: string) {
  const keyOf = (generation: number, index: number) =>
    `${prefix}${runId}:${generation}:${String(index).padStart(5, '0')}`;
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
    async find(position: Position, index: number): Promise<ListedQuery | undefined> {
      const { generation, sizes } = position;
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
  };
}

/** Deletes the lists of all runs: for the end of one, as there is one at a time. */
export async function clearWorklists(store: KeyValueStore): Promise<void> {
  let page: StoredPage;
  do {
    page = await store.list(prefix);
    for (const { key } of page.entries) await store.delete(key);
  } while (page.nextCursor !== undefined && page.entries.length > 0);
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

/** How many queries a list holds. */
export function sizeOf({ sizes }: Position): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function chunksByBytes(queries: readonly ListedQuery[]): ListedQuery[][] {
  const chunks: ListedQuery[][] = [];
  let room = 0;
  for (const query of queries) {
    const bytes = Buffer.byteLength(JSON.stringify(query)) + 1;
    if (bytes > room) {
      chunks.push([]);
      room = maximumBytes;
    }
    chunks.at(-1)?.push(query);
    room -= bytes;
  }
  return chunks;
}
