import {
  goodForMs,
  rightAtOf,
  type Moment,
  type QueryRecord,
} from '../stored-queries/query-record';
import type { UnansweredSource } from '../jql-function/find-objects';
import { digestOfSource } from '../stored-queries/digests';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk } from './run-facts';
import { contentState, type ListedQuery } from './listed-queries';

/** What the service can be asked with: a token, none, or one with which it can't be asked any more. */
export type Credential = { readonly kind: 'good' | 'noToken' } | CannotAsk;

/** When a run looks at a query. */
export interface DecisionContext extends Moment {
  /** Whether it looks at everything; else at what someone asked for. */
  readonly isOfAll: boolean;
}

/** Names one of the texts that searches without a result show. */
type NoTokenReason = 'noToken' | 'tokenRefused';

export type QueryDecision =
  /** The service is asked. */
  | { readonly kind: 'ask' }
  /** What there is stays, for a reason that has nothing to do with the query. */
  | { readonly kind: 'keep'; readonly isLeftOut: boolean }
  /** There is no result: searches say why, and somebody can run the query. */
  | { readonly kind: 'wait'; readonly reason: NoTokenReason; readonly expiredAt?: number }
  /** The same, in place of a result that has expired. */
  | { readonly kind: 'expire'; readonly reason: NoTokenReason; readonly expiredAt: number }
  /** What there is stays, and the query is in trouble. */
  | {
      readonly kind: 'fail';
      readonly message: string;
      readonly isUnseen: boolean;
      /** The token's owner can't read the field's objects any more. */
      readonly isAccessLost?: true;
    }
  /** Nobody needs it. */
  | { readonly kind: 'skip'; readonly isLeftOut: boolean };

/** What becomes of a query: mostly what the service answers now. */
export function decide(
  credential: Credential,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  context: DecisionContext,
): QueryDecision {
  if (isRemoved(record, listed)) return { kind: 'skip', isLeftOut: false };
  switch (credential.kind) {
    case 'good':
      return decideWithToken(listed, context);
    case 'noToken':
    case 'tokenRefused':
      return decideWithout(credential.kind, record, listed, context);
    case 'cannotSend':
    case 'busy':
    case 'noAnswer':
      return { kind: 'fail', message: credential.message, isUnseen: false };
  }
}

/**
 * Whether an admin took its result away, and nobody searched with it since.
 * @see docs/platform-assumptions.md, 41
 */
function isRemoved(record: QueryRecord | undefined, { usedAt }: ListedQuery): boolean {
  return record?.removedAt !== undefined && usedAt <= record.removedAt;
}

/** Jira drops a result 7 days after the last search with it. */
const unusedMs = 6 * 24 * 60 * 60 * 1000;

function decideWithToken(listed: ListedQuery, { now, isOfAll }: DecisionContext): QueryDecision {
  if (isOfAll && now - listed.usedAt >= unusedMs) return { kind: 'skip', isLeftOut: true };
  const isUnseen = listed.fieldId === undefined && listed.isUnseen;
  return isUnseen ? { kind: 'fail', message: refreshTexts.fieldUnseen, isUnseen } : { kind: 'ask' };
}

/** Of a call that has neither a result nor an error: the next search asks the function. */
const nothing = contentState({});

/**
 * While there is no token that the service accepts, a result is good for 7 days after it was last
 * known to be right: whoever revoked a token took the right to its results away too.
 */
function decideWithout(
  reason: NoTokenReason,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  { now, lastRun }: DecisionContext,
): QueryDecision {
  const keep = { kind: 'keep', isLeftOut: reason === 'tokenRefused' } as const;
  const rightAt = findRightAt(record, listed, lastRun);
  if (rightAt !== undefined) {
    const expiredAt = rightAt + goodForMs;
    return now < expiredAt ? keep : { kind: 'expire', reason, expiredAt };
  }
  const hasText = listed.precomputations.some(({ state }) => state !== nothing);
  if (listed.fieldId === undefined || !hasText) return keep;
  const { expiredAt } = record?.waiting ?? {};
  return { kind: 'wait', reason, ...(expiredAt !== undefined && { expiredAt }) };
}

/** When what there is was last known to be right; undefined where there is no result. */
function findRightAt(
  record: QueryRecord | undefined,
  { resultSince }: ListedQuery,
  lastRun: Moment['lastRun'],
): number | undefined {
  return record?.result ? rightAtOf(record.result, lastRun) : resultSince;
}

/**
 * Whether a result stays that the token's owner can't read any more: as long as with a token that the
 * service refuses. An admin who saved this token since was told that the result goes.
 */
export function staysUnread(
  tokenSetAt: number,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  { now, lastRun }: Moment,
): boolean {
  const rightAt = findRightAt(record, listed, lastRun);
  if (rightAt === undefined || record?.trouble?.isRefused) return false;
  return rightAt >= tokenSetAt && now < rightAt + goodForMs;
}

/**
 * Whether the token's owner lost access to what answered the query before; undefined if not. Where a
 * source has all types of a workspace, the service refuses a query that names one which can't be read as
 * if there were none. Of one type it doesn't: what that refers to has no match then.
 * @param known digests of the sources that didn't answer before
 */
export function lossOf(
  known: readonly string[],
  unanswered: readonly UnansweredSource[],
): 'certain' | 'possible' | undefined {
  const lost = unanswered.filter(({ source }) => !known.includes(digestOfSource(source)));
  if (lost.some(({ code }) => code === 'NO_ACCESS')) return 'certain';
  return lost.some(({ source }) => source.typeId === undefined) ? 'possible' : undefined;
}
