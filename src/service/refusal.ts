import type { ErrorBody, Violation } from '../api/error-body';

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415;

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
  ) {
    super(message);
  }
}

/** What calls are about: the first segment of their path. */
export type Resource = 'workspace' | 'type' | 'attribute' | 'object' | 'user';

/** What does not exist and what the caller may not read answer alike, on purpose. */
export function notFound(what: Resource): Refusal {
  return new Refusal(404, `There is no such ${what}, or you can't see it.`);
}

/** @param violations at least one */
export function invalid(message: string, violations: Violation[]): Refusal {
  return new Refusal(400, message, { violations });
}
