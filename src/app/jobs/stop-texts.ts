import type { JobTrouble } from './job-facts';

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
export function stopText(
  trouble: JobTrouble,
  job: 'refresh' | 'job' | 'round',
  advice: string,
): string {
  return `${stops[trouble]}, so the ${job} stopped. ${advice}`;
}
