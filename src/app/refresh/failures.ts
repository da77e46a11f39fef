import { ServiceError } from '../../api/client';
import { functionTexts } from '../jql-function/function-texts';
import { JiraAtRest, JiraError, ServiceAddressMissing } from '../platform/platform';
import { OutOfCalls, waitForCalls } from './call-budget';
import type { RefreshRun } from './run';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk } from './run-facts';

/**
 * Why the service gave no answer, for reasons that have nothing to do with the query. Unless that is
 * `noAnswer`, it answers no other query either. Undefined for an error that is not the service's.
 */
export function serviceFailureOf(error: unknown): CannotAsk | undefined {
  if (error instanceof ServiceAddressMissing) {
    return { kind: 'cannotSend', message: functionTexts.addressMissing };
  }
  if (!(error instanceof ServiceError)) return undefined;
  const { code, message } = error;
  switch (code) {
    case 'unauthorized':
      return { kind: 'tokenRefused', message: refreshTexts.tokenRefused };
    case 'cannotSend':
      return { kind: 'cannotSend', message };
    case 'rateLimited':
      return { kind: 'busy', message };
    case 'unavailable':
    case 'timeout':
    case 'unexpectedReply':
    case 'aborted':
    case 'forbidden':
    case 'notFound':
    case 'changed':
    case 'invalid':
      return { kind: 'noAnswer', message };
  }
}

const minuteMs = 60_000;
/** Waits after the first, the second and so on of failures in a row. */
export const waitsMs = [1, 5, 15, 15].map((minutes) => minutes * minuteMs);
/** No wait is longer, whatever the service asks for. */
const longestWaitMs = 60 * minuteMs;

export interface AfterStop {
  readonly run: RefreshRun;
  readonly waitMs: number;
}

/** Of a job that goes on. */
export const noWait = { waitingUntil: undefined, isWaitingForJira: undefined };

/** Whether nothing failed: the job has spent its calls of the service, or of Jira. */
export function isWait(error: unknown): boolean {
  return error instanceof OutOfCalls || error instanceof JiraAtRest;
}

/**
 * How a run continues after an error: after a wait, which grows as long as nothing succeeds. In the
 * end it asks the service no more, or gives up.
 * @param run with the calls that it made
 */
export function afterStop(run: RefreshRun, error: unknown, now: number): AfterStop {
  if (error instanceof OutOfCalls) return { run, waitMs: waitForCalls(run.calls, now) };
  if (error instanceof JiraAtRest) {
    return { run: { ...run, isWaitingForJira: true }, waitMs: error.until - now };
  }
  const waitMs = waitsMs[run.setbacks];
  if (waitMs !== undefined) {
    const isAsked = error instanceof ServiceError || error instanceof JiraError;
    const askedMs = isAsked ? (error.retryAfterMs ?? 0) : 0;
    return {
      run: { ...run, setbacks: run.setbacks + 1 },
      waitMs: Math.max(waitMs, Math.min(askedMs, longestWaitMs)),
    };
  }
  return { run: givenUp(run, error, now), waitMs: 0 };
}

function givenUp(run: RefreshRun, error: unknown, now: number): RefreshRun {
  const failure = serviceFailureOf(error);
  if (failure) {
    const { kind } = failure;
    const message = kind === 'busy' ? refreshTexts.serviceBusy : refreshTexts.serviceDown;
    return { ...run, cannotAsk: { kind, message }, setbacks: 0 };
  }
  // Every query was looked at by then; the next run repairs the rest.
  if (run.phase === 'repair') return { ...run, phase: 'done' };
  const message = error instanceof JiraError ? refreshTexts.jiraDown : refreshTexts.unexpected;
  return { ...run, phase: 'failed', message, finishedAt: now };
}
