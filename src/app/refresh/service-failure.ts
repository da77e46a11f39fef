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
  if (code === 'unauthorized') return { kind: 'tokenRefused', message: refreshTexts.tokenRefused };
  if (code === 'cannotSend') return { kind: 'cannotSend', message };
  return { kind: code === 'rateLimited' ? 'busy' : 'noAnswer', message };
}
