import { rightAtOf } from '../stored-queries/query-record';
import {
  isRefreshed,
  queryStateKinds,
  queryStateOf,
  type ShownQueryState,
  type QueryStateKind,
} from './query-state';
import type { AdminField, Facts, StoredRow, WaitingRow } from './admin-replies';

/** A line of the table. */
export interface ShownQuery {
  readonly hash: string;
  readonly query: string;
  /** As the field is called now, where that is known. */
  readonly fieldName: string;
  readonly fieldId: string;
  readonly writtenAs: readonly string[];
  readonly state: ShownQueryState;
  /** Milliseconds: when the result was last right, or since when the query waits. */
  readonly since: number;
  /** Undefined where the query waits for its first result. See `resultOf`. */
  readonly stored: StoredRow | undefined;
}

export interface QueryChoice {
  readonly text: string;
  readonly state: QueryStateKind | 'all';
  readonly order: QueryOrder;
}

export const queryOrders = ['attention', 'query', 'field', 'objects', 'oldest', 'newest'] as const;
export type QueryOrder = (typeof queryOrders)[number];

interface Known {
  readonly stored: readonly StoredRow[];
  readonly waiting: readonly WaitingRow[];
  readonly facts: Facts;
  readonly fields: readonly AdminField[] | undefined;
}

/** What the table can show: a query that has a result waits for none. */
export function shownQueries({ stored, waiting, facts, fields }: Known): ShownQuery[] {
  const names = new Map(fields?.map(({ fieldId, name }) => [fieldId, name]));
  const storedHashes = new Set(stored.map(({ hash }) => hash));
  const nameOf = ({ fieldId, fieldName }: StoredRow | WaitingRow) =>
    names.get(fieldId) ?? fieldName;
  return [
    ...stored.map((row) => ({
      ...row,
      fieldName: nameOf(row),
      state: queryStateOf(row, facts, fields),
      since: rightAtOf(row, facts.lastRun),
      stored: row,
    })),
    ...waiting
      .filter(({ hash }) => !storedHashes.has(hash))
      .map((row) => ({
        ...row,
        fieldName: nameOf(row),
        state: waitingStateOf(row, facts),
        since: row.askedAt,
        stored: undefined,
      })),
  ];
}

/** The result that searches show; undefined where there is none, or it was taken away. */
export function resultOf({ stored, state }: ShownQuery): StoredRow | undefined {
  return state.kind === 'refused' ? undefined : stored;
}

/** What a person found is of no use once admins forbid it, or a token asks the service itself. */
function waitingStateOf({ isRun }: WaitingRow, facts: Facts): ShownQueryState {
  if (isRefreshed(facts)) return { kind: 'searchAgain' };
  return { kind: isRun && facts.personRunsAllowed ? 'run' : 'waiting' };
}

/** The queries of a choice, in its order. */
export function chooseQueries(queries: readonly ShownQuery[], choice: QueryChoice): ShownQuery[] {
  const words = choice.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return queries
    .filter(
      (shown) =>
        (choice.state === 'all' || shown.state.kind === choice.state) && holdsWords(shown, words),
    )
    .sort(comparisons[choice.order]);
}

function holdsWords({ query, fieldName }: ShownQuery, words: readonly string[]): boolean {
  const text = `${query} ${fieldName}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

type Comparison = (one: ShownQuery, other: ShownQuery) => number;

const collator = new Intl.Collator(undefined, { numeric: true });
const byQuery: Comparison = (one, other) => collator.compare(one.query, other.query);
const byAge: Comparison = (one, other) => one.since - other.since;
const countOf = (shown: ShownQuery) => resultOf(shown)?.objectCount ?? -1;
const rankOf = ({ state }: ShownQuery) => queryStateKinds.indexOf(state.kind);

const comparisons: Readonly<Record<QueryOrder, Comparison>> = {
  attention: (one, other) =>
    rankOf(one) - rankOf(other) || byAge(one, other) || byQuery(one, other),
  query: byQuery,
  field: (one, other) => collator.compare(one.fieldName, other.fieldName) || byQuery(one, other),
  objects: (one, other) => countOf(other) - countOf(one) || byQuery(one, other),
  oldest: (one, other) => byAge(one, other) || byQuery(one, other),
  newest: (one, other) => byAge(other, one) || byQuery(one, other),
};
