import { ServiceError } from '../../api/client';
import { functionTexts } from '../jql-function/query-refused';
import { ServiceAddressMissing } from '../platform/platform';
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
