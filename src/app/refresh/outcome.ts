import { isDeepStrictEqual } from 'node:util';
import { functionTexts } from '../jql-function/function-texts';
import type { PrecomputationUpdate } from '../platform/app-jira';
import type { ObjectSource } from '../stored-queries/object-source';
import {
  besideOlder,
  leftOut,
  mergeWays,
  type KeptResult,
  type Moment,
  type QueryRecord,
} from '../stored-queries/query-record';
import type { QueryDecision } from './decide';
import { contentState, type ListedQuery } from './listed-queries';
import { refreshTexts } from './refresh-texts';
import type { RunFacts } from './run-facts';

/** Where somebody can run a query that waits. */
export interface WaitingField {
  readonly name: string;
  readonly sources: readonly ObjectSource[];
}

type Waiting = Extract<QueryDecision, { kind: 'wait' | 'expire' }>;

/** What is to be written for a query. */
export type QueryOutcome =
  | Exclude<QueryDecision, Waiting | { kind: 'ask' }>
  /** Without a field where nobody could run it: that is gone, or no longer configured. */
  | (Waiting & { readonly field: WaitingField | undefined })
  /** The service answered. */
  | {
      readonly kind: 'answer';
      readonly fieldName: string;
      readonly result: KeptResult;
      /** By operator. */
      readonly fragments: Readonly<Record<'in' | 'not in', string>>;
    }
  /** The query has no result any more: searches say why, and admins read the detail. */
  | { readonly kind: 'refuse'; readonly message: string; readonly detail: string };

/** It concerns one query alone: its field, how the field is written, or its result. */
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

  /** In trouble since the first time, whatever the reason is by now. */
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
