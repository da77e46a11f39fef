import type { ErrorBody, Violation } from '../../../api/error-body';

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 412 | 413 | 415 | 429;

interface RefusalDetail {
  readonly violations?: Violation[];
  readonly position?: ErrorBody['position'];
}

/** A call that the service answers with an error body; the message is meant for the caller. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly detail: RefusalDetail = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Somebody else changed what a call relies on while it was answered. Nothing of it was done, so it can be answered
 * again; this is what the caller is told otherwise.
 */
export class Overtaken extends Refusal {
  constructor({ status, message, detail }: Refusal, options?: ErrorOptions) {
    super(status, message, detail, options);
  }
}

/** What is asked for can be had a little later. */
export class RetryLater extends Refusal {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(429, message);
  }
}

/** The caller comes back too soon. */
export class TooManyRequests extends RetryLater {
  /** @param who has no request left: `this token` */
  constructor(who: string, waitMs: number) {
    const seconds = Math.ceil(waitMs / 1000);
    const unit = seconds === 1 ? 'second' : 'seconds';
    super(
      `Too many requests in 5 minutes for ${who}. Wait ${seconds} ${unit}, then continue.`,
      seconds,
    );
  }
}

/** What calls are about: the first segment of their path. */
export type Resource =
  | 'workspace'
  | 'type'
  | 'attribute'
  | 'object'
  | 'content'
  | 'user'
  | 'group'
  | 'workflow'
  | 'site'
  | 'page'
  | 'audit'
  | 'token'
  | 'app';

/** What does not exist and what the caller may not read answer alike, on purpose. */
export function notFound(what: Resource | 'file'): Refusal {
  return new Refusal(404, `There is no such ${what}, or you can’t see it.`);
}

/** More than a person would read; the reply stays small however much is wrong. */
const maximumViolations = 50;

/** @param violations at least one; the first of many are answered */
export function invalid(message: string, violations: readonly Violation[]): Refusal {
  return new Refusal(400, message, { violations: violations.slice(0, maximumViolations) });
}
