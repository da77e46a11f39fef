import { ServiceError } from '../../api/client';
import { JiraError, ServiceAddressMissing } from '../platform/platform';
import { StoreError } from '../platform/storage';
import { longestRestMs } from './call-allowance';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';

/** Says what an error means for who searches; the one place where errors become answers of the function. */
export function sentenceOf(error: unknown): string {
  if (error instanceof QueryRefused) return error.message;
  if (error instanceof ServiceError) return serviceSentence(error);
  if (error instanceof JiraError) return jiraSentence(error);
  if (error instanceof StoreError) return functionTexts.storageUnreachable;
  if (error instanceof ServiceAddressMissing) return functionTexts.addressMissing;
  return functionTexts.unexpected;
}

function serviceSentence({ code, retryAfterMs }: ServiceError): string {
  switch (code) {
    case 'unauthorized':
      return functionTexts.tokenRefused(false);
    case 'unavailable':
      return functionTexts.serviceUnreachable;
    case 'timeout':
    case 'aborted':
      return functionTexts.serviceSlow;
    case 'rateLimited':
      return functionTexts.serviceBusy(retryAfterMs && Math.min(retryAfterMs, longestRestMs));
    case 'invalid':
    case 'forbidden':
    case 'notFound':
    case 'changed':
    case 'unexpectedReply':
    case 'cannotSend':
      return functionTexts.serviceUnreadable;
  }
}

function jiraSentence({ status }: JiraError): string {
  return status === 401 || status === 403
    ? functionTexts.jiraForbidden
    : functionTexts.jiraUnreachable;
}
