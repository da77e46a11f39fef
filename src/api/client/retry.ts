import type { Endpoint } from '../endpoint';
import type { ServiceError } from './service-error';

export interface RetryPolicy {
  /** The first one included. */
  readonly maximumAttempts: number;
  readonly baseDelayMs: number;
  /** Bounds the growing delay, never what the service asked for. */
  readonly maximumDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  maximumAttempts: 2,
  baseDelayMs: 1_000,
  maximumDelayMs: 30_000,
};

/** For a caller that counts its calls, or waits in its own way. */
export const singleAttempt: RetryPolicy = { maximumAttempts: 1, baseDelayMs: 0, maximumDelayMs: 0 };

/** 502, 503, 504, and no reply at all. */
const passingStatuses = new Set([undefined, 502, 503, 504]);

/**
 * Whether sending again can help and cannot write twice: a 429 was not processed; after anything
 * else the first attempt may have had its effect.
 */
export function mayRetry(error: ServiceError, endpoint: Endpoint): boolean {
  if (error.code === 'rateLimited') return true;
  return endpoint.onlyReads && error.code === 'unavailable' && passingStatuses.has(error.status);
}

/**
 * How long to wait after the given attempt (1 is the first): at least what the service asked for,
 * plus full jitter, so that callers that were refused together do not return together.
 */
export function retryDelayMs(
  attempt: number,
  retryAfterMs: number,
  policy: RetryPolicy,
  random: () => number,
): number {
  const ceilingMs = Math.min(policy.maximumDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  return retryAfterMs + Math.ceil(random() * ceilingMs);
}

const secondsPattern = /^\d+(\.\d+)?$/;
const httpDatePattern = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?, .+ GMT$/;

/**
 * The wait in milliseconds that a `Retry-After` header names, 0 for a time that has passed;
 * undefined if the header is absent or neither seconds nor an HTTP date.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (secondsPattern.test(text)) {
    return Math.min(Math.ceil(Number(text) * 1000), Number.MAX_SAFE_INTEGER);
  }
  const dateMs = httpDatePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
