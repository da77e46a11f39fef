import { ServiceError, type ServiceErrorCode } from '../../api/client';
import { JiraAtRest, JiraError, ServiceAddressMissing } from '../platform/platform';
import { StoreError } from '../platform/storage';
import { OutOfCalls } from './call-budget';
import type { JobTrouble } from './job-facts';

const troublesByCode: Readonly<Record<ServiceErrorCode, JobTrouble>> = {
  unauthorized: 'tokenRefused',
  cannotSend: 'cannotSend',
  rateLimited: 'serviceBusy',
  forbidden: 'serviceRefused',
  notFound: 'serviceRefused',
  invalid: 'serviceRefused',
  changed: 'serviceRefused',
  unavailable: 'serviceDown',
  timeout: 'serviceDown',
  aborted: 'serviceDown',
  unexpectedReply: 'serviceUnreadable',
};

/** Says what kept a job from going on: the one place where an error gets its reason. */
export function jobTroubleOf(error: unknown): JobTrouble {
  if (error instanceof OutOfCalls) return 'serviceCalls';
  if (error instanceof ServiceAddressMissing) return 'cannotSend';
  if (error instanceof ServiceError) return troublesByCode[error.code];
  if (error instanceof JiraAtRest) return error.isOwnShare ? 'jiraShare' : 'jiraLimit';
  if (error instanceof JiraError) return jiraTroubleOf(error.status);
  return error instanceof StoreError ? 'storageDown' : 'unexpected';
}

/** @param status undefined where there was no answer */
function jiraTroubleOf(status = 500): JobTrouble {
  if (status === 429) return 'jiraLimit';
  return status >= 400 && status < 500 ? 'jiraRefused' : 'jiraDown';
}
