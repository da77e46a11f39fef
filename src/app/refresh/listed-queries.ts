import * as z from 'zod/mini';
import type { FunctionCall } from '../jql-function/read-call';
import type { Precomputation } from '../platform/app-jira';
import { digestOf } from '../stored-queries/digests';
import { mergeWays } from '../stored-queries/query-record';
import type { Meaning } from './precomputations';

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
export const listedQuery = z.union([
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
export class ListedQueries {
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
