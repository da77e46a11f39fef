import { route, type Route } from '@forge/api';
import { approximateCount, readJiraReply, type JiraResponse } from './jira-replies';
import type { JiraCaller } from './platform';
import type { JiraIssues } from './app-jira';
import { foundIssuePage, parsedQueries, readIssues } from './unattended-replies';

/** @param post asks Jira with the rights of the caller */
export function createJiraIssues(
  caller: JiraCaller,
  post: (path: Route, body: object) => (signal: AbortSignal) => Promise<JiraResponse>,
): JiraIssues {
  return {
    async acceptsQueries(queries) {
      const send = post(route`/rest/api/3/jql/parse?validation=strict`, { queries });
      const parsed = await readJiraReply(caller, send, parsedQueries);
      return queries.map((_, index) => parsed.queries[index]?.errors.length === 0);
    },

    async countIssues(jql) {
      const send = post(route`/rest/api/3/search/approximate-count`, { jql });
      return (await readJiraReply(caller, send, approximateCount)).count;
    },

    async readIssues(issueIds, fields) {
      const body = { issueIdsOrKeys: issueIds, fields };
      const send = post(route`/rest/api/3/issue/bulkfetch`, body);
      return (await readJiraReply(caller, send, readIssues)).issues;
    },

    searchIssues(jql, fields, nextPageToken, maxResults = 100) {
      const body = { jql, fields, nextPageToken, maxResults };
      const send = post(route`/rest/api/3/search/jql`, body);
      return readJiraReply(caller, send, foundIssuePage);
    },
  };
}
