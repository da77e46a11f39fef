import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint';
import { errorBody, type ErrorBody, type Violation } from '../error-body';

export type ServiceErrorCode =
  /** 401: the credential is missing, expired or revoked. */
  | 'unauthorized'
  /** 403 */
  | 'forbidden'
  /** 404: absent, or not for the caller to see. */
  | 'notFound'
  /** 400: the message is the service's own, with `violations` or `position`. */
  | 'invalid'
  /** 412: it is no longer the version that the caller read. */
  | 'changed'
  /** 429: `retryAfterMs` where the service named a time. */
  | 'rateLimited'
  /** 5xx, no connection, or a connection that broke off. */
  | 'unavailable'
  /** The deadline of the whole call passed. */
  | 'timeout'
  /** Not what the API promises: HTML, broken JSON, another shape, a redirect. */
  | 'unexpectedReply'
  /** The caller's signal ended the call. */
  | 'aborted'
  /** A fault of the calling code, found before anything was sent. */
  | 'cannotSend';

export interface ServiceErrorDetails {
  /** HTTP status; absent if no reply arrived. */
  readonly status?: number;
  /** The service's own message, which can name things; absent if it gave none. */
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  readonly position?: ErrorBody['position'];
  /** How long the service asked to be left alone. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/**
 * Why a call of the service failed. The message is for a person, says what happened and what to
 * do, and holds no credential.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status?: number;
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  readonly position?: ErrorBody['position'];
  readonly retryAfterMs?: number;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.reason = details.reason;
    this.violations = details.violations;
    this.position = details.position;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** A reply that has been read to its end. */
export interface ReceivedReply {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
  readonly entityTag: string | null;
}

/**
 * The checked data of a reply, without what its schema does not know; undefined for an endpoint
 * without a reply body.
 * @throws {ServiceError} by the status; `unexpectedReply` if the body is not what was promised
 */
export function readReply<Reply extends z.core.$ZodType>(
  endpoint: Endpoint<string, z.core.$ZodType, z.core.$ZodType, Reply>,
  reply: ReceivedReply,
  nowMs: number,
): z.output<Reply>;
export function readReply(endpoint: Endpoint, reply: ReceivedReply, nowMs: number): unknown {
  if (reply.status < 200 || reply.status > 299) throw failureOf(endpoint, reply, nowMs);
  if (!endpoint.reply && reply.text.trim() === '') return undefined;
  const result = z.safeParse(endpoint.reply ?? z.unknown(), parseJson(endpoint, reply));
  if (!result.success)
    throw unexpectedReply(endpoint, { status: reply.status, cause: result.error });
  return endpoint.reply && result.data;
}

function parseJson(endpoint: Endpoint, { text, status }: ReceivedReply): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedReply(endpoint, { status, cause });
  }
}

/** What a person reads whatever the service says itself. */
const refusals: Partial<Record<number, readonly [ServiceErrorCode, string]>> = {
  401: ['unauthorized', 'The service no longer accepts this sign-in. Connect your account again.'],
  403: [
    'forbidden',
    "Your account isn't allowed to do this in the service. Ask a service administrator for access.",
  ],
  404: [
    'notFound',
    "This was deleted, or you can't see it. If you need it, ask a service administrator for access.",
  ],
  412: [
    'changed',
    'Someone changed this after you opened it. Open it again, then repeat your change.',
  ],
};

function failureOf(endpoint: Endpoint, reply: ReceivedReply, nowMs: number): ServiceError {
  const { status } = reply;
  const retryAfterMs = parseRetryAfter(reply.retryAfter, nowMs);
  const { message: reason, ...places } = errorBodyOf(reply.text) ?? {};
  const details = { status, reason, retryAfterMs };
  const refusal = refusals[status];
  if (status >= 500) return unavailable(endpoint, details);
  if (status === 429) return rateLimited(details);
  if (status === 400) {
    const message = reason ?? 'The service refused this request as invalid, without a reason.';
    return new ServiceError('invalid', message, { ...details, ...places });
  }
  return refusal === undefined
    ? unexpectedReply(endpoint, details)
    : new ServiceError(...refusal, { status, reason });
}

/** What is read of an error body: a message counts even if the rest has an unknown shape. */
const readableErrorBody = z.object({
  message: z.string().check(z.trim(), z.minLength(1)),
  violations: z.catch(errorBody.shape.violations, undefined),
  position: z.catch(errorBody.shape.position, undefined),
});

/** Undefined if the text isn't the body of an error. */
export function errorBodyOf(text: string) {
  try {
    return readableErrorBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function rateLimited(details: ServiceErrorDetails): ServiceError {
  const { retryAfterMs } = details;
  const when = retryAfterMs === undefined ? 'a moment' : inWords(retryAfterMs);
  const message = `The service is receiving too many requests. Try again in ${when}.`;
  return new ServiceError('rateLimited', message, details);
}

/** The failure of a call without a usable connection, or with a 5xx reply. */
export function unavailable(endpoint: Endpoint, details: ServiceErrorDetails): ServiceError {
  const problem = details.status === undefined ? "can't be reached" : 'has a problem';
  const message = `The service ${problem} right now. ${nextStepAfter(endpoint)}`;
  return new ServiceError('unavailable', message, details);
}

/** For a reply that breaks the promises of the API. */
export function unexpectedReply(endpoint: Endpoint, details: ServiceErrorDetails): ServiceError {
  const message = `The service's answer can't be understood. ${nextStepAfter(endpoint)} If this keeps happening, ask an administrator to check the service's address.`;
  return new ServiceError('unexpectedReply', message, details);
}

/** What a person does after a failure that leaves open whether the call had its effect. */
export function nextStepAfter({ onlyReads }: Endpoint): string {
  return onlyReads
    ? 'Try again in a moment.'
    : 'Check whether the change was saved before you try again.';
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

/** "8 seconds", "5 minutes", "3 hours": rounded up, at least one second. */
export function inWords(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
