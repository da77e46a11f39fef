import type { ErrorBody, Violation } from '../error-body';

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
