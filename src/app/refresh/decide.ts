import { isDeepStrictEqual } from 'node:util';
import type { UnansweredSource } from '../jql-function/find-objects';
import { functionTexts } from '../jql-function/query-refused';
import type { PrecomputationUpdate } from '../platform/app-jira';
import { digestOfSource } from '../stored-queries/stored-queries';
import {
  besideOlder,
  goodForMs,
  type KeptResult,
  leftOut,
  mergeWays,
  type Moment,
  type ObjectSource,
  type QueryRecord,
  rightAtOf,
} from '../stored-queries/query-record';
import { contentState, type ListedQuery } from './worklist';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk, RunFacts } from './run-facts';

/** What the service can be asked with: a token, none, or one with which it can't be asked any more. */
export type Credential = { readonly kind: 'good' | 'noToken' } | CannotAsk;

interface DecisionContext extends Moment {
  /** Whether the run looks at every query, not only at those that someone asked for. */
  readonly isOfAll: boolean;
}

/** Names one of the texts that searches without a result show. */
type NoTokenReason = 'noToken' | 'tokenRefused';

export type QueryDecision =
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
 * known to be right: revoking a token takes away the right to its results too.
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

/** Where somebody can run a query that waits. */
export interface WaitingField {
  readonly name: string;
  readonly sources: readonly ObjectSource[];
}

type Waiting = Extract<QueryDecision, { kind: 'wait' | 'expire' }>;

export type QueryOutcome =
  | Exclude<QueryDecision, Waiting | { kind: 'ask' }>
  /** Without a field where nobody could run it: that is gone, or no longer configured. */
  | (Waiting & { readonly field: WaitingField | undefined })
  | {
      readonly kind: 'answer';
      readonly fieldName: string;
      readonly result: KeptResult;
      /** By operator. */
      readonly fragments: Readonly<Record<'in' | 'not in', string>>;
    }
  /** The query has no result any more: searches say why, and admins read the detail. */
  | { readonly kind: 'refuse'; readonly message: string; readonly detail: string };

/** Jira refused something about this query alone: its field, how the field is written, or its result. */
export const jiraRefused = {
  kind: 'fail',
  message: refreshTexts.jiraRefused,
  isUnseen: false,
} as const satisfies QueryOutcome;

type Content = { readonly value: string } | { readonly error: string };

/** What to write in Jira: only where it has something else. */
export function updatesOf(
  outcome: QueryOutcome,
  listed: ListedQuery,
  personRunsAllowed: boolean,
): PrecomputationUpdate[] {
  const wanted = { in: withState('in'), 'not in': withState('not in') };
  return listed.precomputations.flatMap(({ id, operator, state }) => {
    const { content, state: wantedState } = wanted[operator] ?? {};
    return !content || wantedState === state ? [] : [{ id, ...content }];
  });

  /** A result may be large, and is the same for every call with its operator. */
  function withState(operator: 'in' | 'not in') {
    const content = contentOf(outcome, listed, operator, personRunsAllowed);
    return content && { content, state: contentState(content) };
  }
}

function contentOf(
  outcome: QueryOutcome,
  listed: ListedQuery,
  operator: 'in' | 'not in',
  personRunsAllowed: boolean,
): Content | undefined {
  switch (outcome.kind) {
    case 'answer':
      return { value: outcome.fragments[operator] };
    case 'refuse':
      return { error: outcome.message };
    case 'wait':
    case 'expire': {
      if (listed.fieldId === undefined) return { error: listed.refusal };
      return { error: functionTexts[outcome.reason](personRunsAllowed, outcome.expiredAt) };
    }
    case 'keep':
    case 'fail':
    case 'skip':
      return undefined;
  }
}

/** The record after the outcome: the same one if nothing changes, undefined if none is kept. */
export function recordAfter(
  outcome: QueryOutcome,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  { now, lastRun }: Moment,
): QueryRecord | undefined {
  const { fieldId } = listed;
  if (fieldId === undefined) return record;
  switch (outcome.kind) {
    case 'keep':
    case 'skip':
      return record?.result && outcome.isLeftOut
        ? { ...record, result: leftOut(record.result, lastRun) }
        : record;
    case 'fail':
      return inTrouble(record, outcome.message, record?.trouble?.isRefused ?? false);
    case 'refuse': {
      const troubled = inTrouble(record, outcome.detail, true);
      return troubled && { ...troubled, waiting: undefined, ready: undefined };
    }
    case 'answer': {
      const { fieldName, result } = outcome;
      const known = listed.isInPart ? record?.result : undefined;
      return {
        ...{ version: 1 as const, query: listed.query, fieldId, fieldName },
        writtenAs: mergeWays(record?.writtenAs, listed.writtenAs),
        result: besideOlder(result, known, lastRun),
      };
    }
    case 'wait':
    case 'expire':
      return waiting(outcome, record, listed, fieldId, now);
  }

  /** Keeps the time of the first failure, even if the reason is another one by now. */
  function inTrouble(known: QueryRecord | undefined, message: string, isRefused: boolean) {
    if (!known?.result) return known;
    const since = known.trouble?.since ?? now;
    const trouble = { message, isRefused, since, triedAt: now };
    return { ...known, result: leftOut(known.result, lastRun), trouble };
  }
}

/** What waits is kept for a week: a query that is still searched with is renewed before. */
const renewedAfterMs = 5 * 24 * 60 * 60 * 1000;

function waiting(
  { kind, field, expiredAt }: Extract<QueryOutcome, { kind: 'wait' | 'expire' }>,
  record: QueryRecord | undefined,
  { query, writtenAs }: ListedQuery,
  fieldId: string,
  now: number,
): QueryRecord | undefined {
  if (!field) return kind === 'wait' ? record : undefined;
  const known = record?.waiting;
  const areSame = isDeepStrictEqual(known?.sources, field.sources);
  const isKept = kind === 'wait' && areSame && now < (known?.askedAt ?? 0) + renewedAfterMs;
  if (isKept) return record;
  return {
    version: 1,
    ...{ query, fieldId, fieldName: field.name },
    writtenAs: mergeWays(record?.writtenAs, writtenAs),
    waiting: { askedAt: now, sources: [...field.sources], expiredAt },
    ready: areSame ? record?.ready : undefined,
    removedAt: record?.removedAt,
  };
}

const counts = {
  keep: 'notAsked',
  wait: 'waiting',
  expire: 'expired',
  refuse: 'failed',
  skip: 'skipped',
} as const satisfies Partial<Record<QueryOutcome['kind'], keyof RunFacts>>;

/** Which of a run's counts an outcome belongs to. */
export function countOf(outcome: QueryOutcome, updates: number) {
  if (outcome.kind === 'answer') return updates > 0 ? 'written' : 'unchanged';
  if (outcome.kind === 'fail') {
    if (outcome.isAccessLost) return 'accessLost';
    return outcome.isUnseen ? 'unseen' : 'failed';
  }
  return counts[outcome.kind];
}
