import type { ErrorBody } from '../../../api/error-body';
import type { JsonObject } from './json';

/** What an error says of its cause. */
export type Explanation = Pick<ErrorBody, 'message' | 'violations' | 'position'>;

/** What an operation does, for people. */
export interface OperationWords {
  /** A short sentence without a full stop, for lists. */
  readonly summary: string;
  readonly description: string;
  /** What a caller may send. */
  readonly body?: JsonObject;
  /** What is answered, where it isn't one of the named schemas or a page of one. */
  readonly reply?: JsonObject;
  /** What a 400 may say, where there is more to it than the shape of the request. */
  readonly refusal?: Explanation;
}

/** Of every list. */
export const atATime = 'Ask for up to 200 at a time.';

/** Of every operation whose example names types, attributes or objects. */
export const madeUpIds =
  'The ids in the example are made up. You find your own with “List types with their attributes” and “Search objects”.';
