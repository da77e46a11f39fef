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

const stops: Readonly<Record<JobTrouble, string>> = {
  serviceCalls: 'Searches and the portal used up the calls that the service allows',
  serviceBusy: 'The service kept rejecting requests because there were too many',
  serviceDown: 'The service failed to answer several times in a row',
  serviceUnreadable: 'The app couldn’t read what the service answered several times in a row',
  serviceRefused: 'The service rejected a request several times in a row',
  tokenRefused: 'The service doesn’t accept the app’s access token',
  cannotSend: 'The app couldn’t send requests to the service',
  jiraShare: 'The app’s background work used up its share of Jira’s limits',
  jiraLimit: 'Jira kept rejecting requests because there were too many',
  jiraDown: 'Jira failed to answer several times in a row',
  jiraRefused: 'Jira rejected a request several times in a row',
  storageDown: 'The app’s storage in Jira failed several times in a row',
  unexpected: 'Something went wrong in the app',
};

/**
 * Says why a job ended before it was done, for an admin.
 * @param job what it is called in the sentence
 * @param advice what happens next, or what to do
 */
export function stopText(trouble: JobTrouble, job: 'refresh' | 'job', advice: string): string {
  return `${stops[trouble]}, so the ${job} stopped. ${advice}`;
}
