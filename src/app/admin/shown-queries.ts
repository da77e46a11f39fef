import { goodForMs, rightAtOf, stateOf } from '../stored-queries/query-record';
import type { AdminField, Facts, StoredRow, WaitingRow } from './admin-contract';
import { dayMs, isUsable, tokenStateOf } from './token-state';

/** From the state that needs an admin most to the one that needs none. */
export const queryStateKinds = [
  'expired',
  'expiring',
  'refused',
  'failed',
  'fieldGone',
  'stale',
  'old',
  'waiting',
  'searchAgain',
  'run',
  'fresh',
] as const;
export type QueryStateKind = (typeof queryStateKinds)[number];

export type ShownQueryState =
  /** Too old: searches still use it until the next refresh takes it away. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'expiring'; readonly days: number }
  /** Without a result: searches say why. */
  | { readonly kind: 'refused'; readonly message: string; readonly since: number }
  /** With the earlier result. */
  | { readonly kind: 'failed'; readonly message: string; readonly since: number }
  | { readonly kind: 'fieldGone' }
  /** The field was configured anew after the result was computed. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'old' }
  /** Without a result: it waits for a token or a person. */
  | { readonly kind: 'waiting' }
  /** Without a result: the next search gets one, since there is a token now. */
  | { readonly kind: 'searchAgain' }
  /** A person ran it: the next search uses their result. */
  | { readonly kind: 'run' }
  | { readonly kind: 'fresh' };

const warningDays = 2;
/** After so many days, a daily refresh was missed. */
const oldDays = 2;

/**
 * The state of a stored result.
 * @param fields undefined while they aren't loaded: then they don't count
 */
export function queryStateOf(
  row: StoredRow,
  facts: Facts,
  fields: readonly AdminField[] | undefined,
): ShownQueryState {
  const { trouble } = row;
  const state = stateOf({ result: row, trouble }, facts);
  if (trouble && state === 'refused') {
    return { kind: 'refused', message: trouble.message, since: trouble.since };
  }
  if (state === 'expired' && !isRefreshed(facts)) return { kind: 'expired' };
  return (
    expiryOf(row, facts) ??
    troubleOf(row) ??
    configurationStateOf(row, fields) ??
    (isOld(row, facts) ? { kind: 'old' } : { kind: 'fresh' })
  );
}

/** A result that a token refreshes doesn't expire. */
function expiryOf(row: StoredRow, facts: Facts): ShownQueryState | undefined {
  if (isRefreshed(facts)) return undefined;
  const daysLeft = Math.ceil((resultEnd(row, facts) - facts.now) / dayMs);
  return daysLeft <= warningDays ? { kind: 'expiring', days: daysLeft } : undefined;
}

function troubleOf({ trouble }: StoredRow): ShownQueryState | undefined {
  return trouble && { kind: 'failed', message: trouble.message, since: trouble.since };
}

function configurationStateOf(
  row: StoredRow,
  fields: readonly AdminField[] | undefined,
): ShownQueryState | undefined {
  if (!fields) return undefined;
  const field = fields.find(({ fieldId }) => fieldId === row.fieldId);
  if (!field) return { kind: 'fieldGone' };
  return field.configurationDigest === row.configurationDigest ? undefined : { kind: 'stale' };
}

function isOld(row: StoredRow, facts: Facts): boolean {
  const isPersonal = row.credential === 'person' && !isRefreshed(facts);
  return !isPersonal && facts.now - rightAtOf(row, facts.lastRun) > oldDays * dayMs;
}

/** Whether there is a token for the daily refresh. */
export function isRefreshed({ token, isTokenRefused, now }: Facts): boolean {
  return !isTokenRefused && isUsable(tokenStateOf(token, now));
}

/** From when on a refresh takes away a result that it can't compute again, in milliseconds. */
export function resultEnd(row: StoredRow, { lastRun }: Facts): number {
  return rightAtOf(row, lastRun) + goodForMs;
}

/** When the next daily refresh comes; undefined where none does, or that isn't known. */
export function nextRefreshAt(facts: Facts): number | undefined {
  const { dailyRequestedAt, now } = facts;
  if (!isRefreshed(facts) || dailyRequestedAt === null) return undefined;
  const daysSince = Math.max(0, Math.floor((now - dailyRequestedAt) / dayMs));
  return dailyRequestedAt + (daysSince + 1) * dayMs;
}

export interface ShownQuery {
  readonly hash: string;
  readonly query: string;
  /** The field's current name, where that is known. */
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

/** The rows of the table. A query that has a result isn't waiting. */
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

/** The result that searches use; undefined where there is none, or it was removed. */
export function resultOf({ stored, state }: ShownQuery): StoredRow | undefined {
  return state.kind === 'refused' ? undefined : stored;
}

/** A person's result isn't used once admins forbid it or there is a token. */
function waitingStateOf({ isRun }: WaitingRow, facts: Facts): ShownQueryState {
  if (isRefreshed(facts)) return { kind: 'searchAgain' };
  return { kind: isRun && facts.personRunsAllowed ? 'run' : 'waiting' };
}

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
