import * as z from 'zod/mini';
import type { FunctionCall } from '../jql-function/read-call';
import { chunksOf } from '../objects/chunks';
import { listOwnFields, type Precomputation } from '../platform/app-jira';
import type { KeyValueStore } from '../platform/storage';
import { digestOf, queryHash } from '../stored-queries/stored-queries';
import { mergeWays } from '../stored-queries/query-record';
import { findCall, getMeaning, type Meaning, precomputationPages } from './precomputations';
import type { RefreshRun, RefreshStep, Slice } from './run';

const askedQuery = z.object({
  query: z.string(),
  writtenAs: z.array(z.string()),
  precomputations: z.array(
    z.object({
      id: z.string(),
      operator: z.enum(['in', 'not in']),
      /** Describes what Jira has: see `contentState`. */
      state: z.string(),
    }),
  ),
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
  /** No field is meant: see `Meaning`. */
  z.extend(askedQuery, {
    fieldId: z.optional(z.undefined()),
    refusal: z.string(),
    isUnseen: z.boolean(),
  }),
]);
export type ListedQuery = z.infer<typeof listedQuery>;

/** Equal for the same result or error: a result of 1,000 ids would not fit into the list. */
export function contentState({ value, error = '' }: { value?: string; error?: string }): string {
  const digest = digestOf([value ?? error]).slice(0, 16);
  return value === undefined ? `e${digest}` : `v${digest}`;
}

/** About 100,000 typical queries; in memory they take several times as much. */
const maximumListedBytes = 30_000_000;
const bytesOfPrecomputation = 200;

/** Gathers precomputations by the query and the field that they mean. */
class ListedQueries {
  readonly #byMeaning = new Map<string, ListedQuery>();
  #bytes = 0;

  /** @param listed a query may be there several times, each time with some of its calls */
  constructor(listed: readonly ListedQuery[]) {
    for (const query of listed) {
      const key = keyOf(query.query, query);
      const others = this.#byMeaning.get(key)?.precomputations ?? [];
      const precomputations = [...others, ...query.precomputations];
      this.#bytes += Buffer.byteLength(query.query);
      this.#bytes += query.precomputations.length * bytesOfPrecomputation;
      this.#byMeaning.set(key, { ...query, precomputations, isInPart: false });
    }
  }

  /** Whether one more page could be more than the function has memory for. */
  get isFull(): boolean {
    return this.#bytes > maximumListedBytes;
  }

  /** Adds one; one that is there already, as pages overlap, is replaced. */
  add(precomputation: Precomputation, call: FunctionCall, meaning: Meaning): void {
    const { id, used, updated } = precomputation;
    const { query, operator, fieldArgument } = call;
    const key = keyOf(query, meaning);
    const known = this.#byMeaning.get(key);
    const before = known?.precomputations ?? [];
    const others = before.filter((other) => other.id !== id);
    const isResult = precomputation.value !== undefined;
    if (!known) this.#bytes += Buffer.byteLength(query);
    if (others.length === before.length) this.#bytes += bytesOfPrecomputation;
    this.#byMeaning.set(key, {
      query,
      ...meaning,
      writtenAs: mergeWays(known?.writtenAs, [fieldArgument]),
      precomputations: [...others, { id, operator, state: contentState(precomputation) }],
      isInPart: false,
      usedAt: Math.max(known?.usedAt ?? 0, used),
      resultSince: isResult ? Math.min(known?.resultSince ?? updated, updated) : known?.resultSince,
    });
  }

  all(): ListedQuery[] {
    return [...this.#byMeaning.values()];
  }
}

function keyOf(query: string, meaning: Meaning): string {
  return JSON.stringify([query, meaning.fieldId ?? { refusal: meaning.refusal }]);
}

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

/**
 * Lists what Jira keeps, and the queries in it, each once. Stops where the function's memory would be
 * full.
 */
export async function listStep(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  const { worklist } = slice;
  const listed = new ListedQueries(await worklist.read(run.worklist));
  const { isEnd, stoppedBy, ...read } = await readPages(slice, run, listed);
  const setbacks = read.listedTo === run.listedTo ? run.setbacks : 0;
  const all = listed.all();
  const wanted = isEnd ? all.filter((query) => isWanted(query, run.hashes)) : all;
  const saved = await worklist.saveNext(run.worklist, wanted);
  const next = { ...run, ...read, setbacks, worklist: saved };
  if (!isEnd) return { run: next, stoppedBy };
  const total = saved.sizes.reduce((sum, size) => sum + size, 0);
  return { run: { ...next, total, phase: 'queries' } };
}

async function readPages(slice: Slice, run: RefreshRun, listed: ListedQueries) {
  const { jira, fields, now, endsAt } = slice;
  let { listedTo, listedTotal, unlisted, unlistedIds, isCutOff, knownFieldIds } = run;
  const ended = (isEnd: boolean, stoppedBy?: unknown) => ({
    ...{ listedTo, listedTotal, unlisted, unlistedIds, isCutOff, knownFieldIds },
    ...{ isEnd, stoppedBy },
  });
  try {
    knownFieldIds = addIds(knownFieldIds, listOwnFields(await fields.listFields()));
    for await (const page of precomputationPages(jira, run)) {
      for (const precomputation of page.values) {
        const call = findCall(precomputation);
        if (call) listed.add(precomputation, call, await getMeaning(slice, call, knownFieldIds));
      }
      ({ listedTo, listedTotal } = page);
      const known = new Set(unlistedIds);
      const added = [...new Set(page.unreadableIds)].filter((id) => !known.has(id));
      unlisted += added.length;
      unlistedIds = [...unlistedIds, ...added].slice(-maximumUnlistedIds);
      isCutOff = !page.isLast && listed.isFull;
      if (isCutOff) break;
      if (!page.isLast && now() >= endsAt) return ended(false);
    }
    return ended(true);
  } catch (stoppedBy) {
    return ended(false, stoppedBy);
  }
}

/** Far more than pages overlap by. */
const maximumUnlistedIds = 1_000;

/** No site has more fields of this app; the ones that were seen first are dropped first. */
const maximumFieldIds = 200;

function addIds(known: readonly string[], seen: readonly { readonly id: string }[]): string[] {
  const ids = seen.map(({ id }) => id);
  return [...known.filter((id) => !ids.includes(id)), ...ids].slice(-maximumFieldIds);
}

function isWanted({ fieldId, query }: ListedQuery, hashes: RefreshRun['hashes']): boolean {
  if (!hashes) return true;
  return fieldId !== undefined && hashes.includes(queryHash(fieldId, query));
}
