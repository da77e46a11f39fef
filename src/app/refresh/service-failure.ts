import { ServiceError, type ServiceErrorCode } from '../../api/client';
import { functionTexts } from '../jql-function/query-refused';
import { ServiceAddressMissing } from '../platform/platform';
import { refreshTexts } from './refresh-texts';
import type { CannotAsk } from './run-facts';

const kindsByCode = {
  unauthorized: 'tokenRefused',
  cannotSend: 'cannotSend',
  rateLimited: 'busy',
  forbidden: 'noAnswer',
  notFound: 'noAnswer',
  invalid: 'noAnswer',
  changed: 'noAnswer',
  unavailable: 'noAnswer',
  timeout: 'noAnswer',
  aborted: 'noAnswer',
  unexpectedReply: 'noAnswer',
} as const satisfies Record<ServiceErrorCode, CannotAsk['kind']>;

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
  const isTokenRefused = code === 'unauthorized';
  return { kind: kindsByCode[code], message: isTokenRefused ? refreshTexts.tokenRefused : message };
}
