import { goodForMs, rightAtOf, stateOf } from '../stored-queries/query-record';
import { dayMs } from './day';
import type { AdminField, Facts, StoredRow } from './admin-replies';
import { isUsable, tokenStateOf } from './token-state';

/** From the state that asks most for an admin to the one that asks nothing. */
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
  /** Its days are over: searches show it until the next refresh ends it. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'expiring'; readonly days: number }
  /** It has no result: searches say why. */
  | { readonly kind: 'refused'; readonly message: string; readonly since: number }
  /** It has the result of before. */
  | { readonly kind: 'failed'; readonly message: string; readonly since: number }
  | { readonly kind: 'fieldGone' }
  /** The field was configured anew after the result was computed. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'old' }
  /** There is no result: a search waits for a token or a person. */
  | { readonly kind: 'waiting' }
  /** There is no result: the next search gets one, now that there is a token. */
  | { readonly kind: 'searchAgain' }
  /** A person ran it: the next search has their result. */
  | { readonly kind: 'run' }
  | { readonly kind: 'fresh' };

/** From when on its end is told. */
const warningDays = 2;
/** A daily refresh was missed. */
const oldDays = 2;

/**
 * What is to be said of a stored result.
 * @param fields undefined while they are not known: then nothing is said of them
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
  if (state === 'ended' && !isRefreshed(facts)) return { kind: 'expired' };
  return (
    expiryOf(row, facts) ??
    troubleOf(row) ??
    configurationStateOf(row, fields) ??
    (isOld(row, facts) ? { kind: 'old' } : { kind: 'fresh' })
  );
}

/** No result ends while a token refreshes it. */
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

/** Whether there is a token that the daily refresh can use. */
export function isRefreshed({ token, isTokenRefused, now }: Facts): boolean {
  return !isTokenRefused && isUsable(tokenStateOf(token, now));
}

/** After when a refresh ends a result that it can't compute again, in milliseconds. */
export function resultEnd(row: StoredRow, { lastRun }: Facts): number {
  return rightAtOf(row, lastRun) + goodForMs;
}

/** When the schedule comes next; undefined where no refresh follows, or nothing says when. */
export function nextRefreshAt(facts: Facts): number | undefined {
  const { dailyRequestedAt, now } = facts;
  if (!isRefreshed(facts) || dailyRequestedAt === null) return undefined;
  const daysSince = Math.max(0, Math.floor((now - dailyRequestedAt) / dayMs));
  return dailyRequestedAt + (daysSince + 1) * dayMs;
}
