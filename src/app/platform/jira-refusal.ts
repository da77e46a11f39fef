import { JiraError } from './platform';

const statuses = [400, 403, 404, 413];
const forbiddenStatuses = [401, 403, 404];

/** Whether Jira refuses this very request, which says nothing of others. */
export function isJiraRefusal(error: unknown): error is JiraError {
  return error instanceof JiraError && statuses.some((status) => status === error.status);
}

/** Whether Jira doesn't let its caller do this: it hides what may not be read as if it were not there. */
export function isForbiddenByJira(error: unknown): error is JiraError {
  return error instanceof JiraError && forbiddenStatuses.some((status) => status === error.status);
}

/** Whether Jira refuses every call for a while, because there were too many. */
export function isLimitedByJira(error: unknown): boolean {
  return error instanceof JiraError && error.status === 429;
}
