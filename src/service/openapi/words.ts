import type { JsonObject } from './json';

/** What an operation does, for people. */
export interface OperationWords {
  /** A short sentence without a full stop, for lists. */
  readonly summary: string;
  readonly description?: string;
  /** What a caller may send. */
  readonly body?: JsonObject;
  /** What is answered, where it isn't one of the named schemas or a page of one. */
  readonly reply?: JsonObject;
}

/** Of every list. */
export const atATime = 'Ask for up to 200 at a time.';
