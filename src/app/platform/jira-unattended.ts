import { asApp, route, type Route } from '@forge/api';
import type * as z from 'zod';
import { createJiraFields } from './jira-fields';
import { createJiraQueries } from './jira-queries';
import { readJiraReply } from './jira-replies';
import type { UnattendedJira } from './unattended-jira';
import { foundIssuePage, ignoredBody, precomputationPage } from './unattended-replies';

/** Jira with the app's rights, for functions that no person calls. */
export const jiraUnattended: UnattendedJira = {
  ...createJiraFields('app', ask),
  ...createJiraQueries('app', (path, body) => write('POST', path, body)),
  listPrecomputations: (startAt) =>
    get(
      route`/rest/api/3/jql/function/computation?orderBy=created&startAt=${startAt}&maxResults=100`,
      precomputationPage,
    ),
  updatePrecomputations: (updates) =>
    send(
      'POST',
      route`/rest/api/3/jql/function/computation?skipNotFoundPrecomputations=true`,
      { values: updates },
      ignoredBody,
    ),
  searchIssues: (jql, fields, nextPageToken) =>
    send(
      'POST',
      route`/rest/api/3/search/jql`,
      { jql, fields, nextPageToken, maxResults: 100 },
      foundIssuePage,
    ),
  writeFieldValues: (fieldId, updates) =>
    send(
      'PUT',
      route`/rest/api/3/app/field/${fieldId}/value?generateChangelog=false`,
      { updates },
      ignoredBody,
    ),
};

const headers = { Accept: 'application/json' };

function ask(path: Route) {
  return (signal: AbortSignal) => asApp().requestJira(path, { headers, signal });
}

function get<Schema extends z.ZodType>(path: Route, schema: Schema): Promise<z.output<Schema>> {
  return readJiraReply('app', ask(path), schema);
}

function write(method: 'POST' | 'PUT', path: Route, body: object) {
  const request = {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  return (signal: AbortSignal) => asApp().requestJira(path, { ...request, signal });
}

function send<Schema extends z.ZodType>(
  method: 'POST' | 'PUT',
  path: Route,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  return readJiraReply('app', write(method, path, body), schema);
}
