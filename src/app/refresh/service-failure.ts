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

const reasonsByCode: Readonly<Record<ServiceErrorCode, string>> = {
  unauthorized: refreshTexts.tokenRefused,
  cannotSend: refreshTexts.cannotSend,
  rateLimited: refreshTexts.serviceBusy,
  forbidden: refreshTexts.serviceRefused,
  notFound: refreshTexts.serviceRefused,
  invalid: refreshTexts.serviceRefused,
  changed: refreshTexts.serviceRefused,
  unavailable: refreshTexts.serviceDown,
  timeout: refreshTexts.serviceSlow,
  aborted: refreshTexts.serviceSlow,
  unexpectedReply: refreshTexts.serviceUnreadable,
};

/**
 * Why the service gave no answer, for reasons that have nothing to do with the query. Unless that is
 * `noAnswer`, it answers no other query either. Undefined for an error that is not the service's.
 */
export function serviceFailureOf(error: unknown): CannotAsk | undefined {
  if (error instanceof ServiceAddressMissing) {
    return { kind: 'cannotSend', message: functionTexts.addressMissing };
  }
  if (!(error instanceof ServiceError)) return undefined;
  return { kind: kindsByCode[error.code], message: reasonsByCode[error.code] };
}
