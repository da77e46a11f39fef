import { isShort, type FunctionCall } from '../jql-function/read-call';
import { digestOf } from '../stored-queries/digests';
import { mergeWays } from '../stored-queries/written-as';
import type { Precomputation } from '../platform/unattended-jira';
import type { ListedQuery } from './worklist';

/** What a call of the function means. */
export type Meaning =
  | { readonly fieldId: string }
  /** It names no field: why, in words for who searches. */
  | { readonly fieldId?: undefined; readonly refusal: string };

/** Some 100,000 queries as people write them; in memory they take several times as much. */
const mostBytes = 30_000_000;
const bytesOfPrecomputation = 200;

function bytesOf(query: string, precomputations: number): number {
  return Buffer.byteLength(query) + precomputations * bytesOfPrecomputation;
}

/** Gathers precomputations by the query and the field that they mean. */
export class ListedQueries {
  readonly #byMeaning = new Map<string, ListedQuery>();
  #bytes = 0;

  /** @param listed a query may be there several times, each time with some of its calls */
  constructor(listed: readonly ListedQuery[]) {
    for (const query of listed) {
      this.#bytes += bytesOf(query.query, query.precomputations.length);
      const key = keyOf(query.query, query);
      const others = this.#byMeaning.get(key)?.precomputations ?? [];
      const precomputations = [...others, ...query.precomputations];
      this.#byMeaning.set(key, { ...query, precomputations, isInPart: false });
    }
  }

  /** Whether one more page could be more than the function has memory for. */
  get isFull(): boolean {
    return this.#bytes > mostBytes;
  }

  /** Adds one; one that is there already, as pages may overlap, is replaced. */
  add(precomputation: Precomputation, call: FunctionCall, meaning: Meaning): void {
    const { id, used, updated } = precomputation;
    const { query, operator, fieldArgument } = call;
    const key = keyOf(query, meaning);
    const known = this.#byMeaning.get(key);
    const others = known?.precomputations.filter((other) => other.id !== id) ?? [];
    const isResult = precomputation.value !== undefined;
    this.#bytes += bytesOf(known ? '' : query, 1);
    this.#byMeaning.set(key, {
      query,
      ...meaning,
      writtenAs: mergeWays(known?.writtenAs, [fieldArgument]),
      precomputations: [...others, { id, operator, state: stateOf(precomputation) }],
      isInPart: false,
      usedAt: Math.max(known?.usedAt ?? 0, used),
      resultSince: isResult ? Math.min(known?.resultSince ?? updated, updated) : known?.resultSince,
    });
  }

  all(): ListedQuery[] {
    return [...this.#byMeaning.values()];
  }
}

/** Undefined for a call that is to stay as it is: one that the function could not read. */
export function findCall(precomputation: Precomputation): FunctionCall | undefined {
  const { operator, arguments: written } = precomputation;
  const [query, fieldArgument, ...others] = written;
  if (query === undefined || fieldArgument === undefined || others.length > 0) return undefined;
  if (!isShort({ query, fieldArgument })) return undefined;
  return { operator, query, fieldArgument };
}

/** Equal for the same result or error: a result of 1,000 ids would not fit into the list. */
export function stateOf(content: { value?: string; error?: string }): string {
  const { value } = content;
  return value === undefined ? `e${shortDigest(content.error ?? '')}` : `v${shortDigest(value)}`;
}

function shortDigest(text: string): string {
  return digestOf([text]).slice(0, 16);
}

function keyOf(query: string, meaning: Meaning): string {
  return JSON.stringify([query, meaning.fieldId ?? { refusal: meaning.refusal }]);
}
