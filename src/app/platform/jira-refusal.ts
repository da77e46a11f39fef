import { JiraError } from './platform';

const statuses = [400, 403, 404, 413];

/** Whether Jira refuses this very request, which says nothing of others. */
export function isJiraRefusal(error: unknown): error is JiraError {
  return error instanceof JiraError && statuses.some((status) => status === error.status);
}
