import { asApp, route, type Route } from '@forge/api';
import type * as z from 'zod/mini';
import type { AppJira } from './app-jira';
import type { FieldPlace } from './field-place';
import {
  createJiraFields,
  createJiraIssues,
  ignoredBody,
  precomputationPage,
} from './jira-questions';
import { fieldConfigurations, readJiraReply } from './jira-replies';
import type { JiraAsApp } from './platform';
import { type ValueWriter, writeValues } from './write-values';

/** Jira with the app's rights, for functions that no person calls. */
export const appJiraClient: AppJira = {
  ...createJiraFields('app', ask),
  ...createJiraIssues('app', (path, body) => write('POST', path, body)),
  listPrecomputations: (startAt) =>
    get(
      route`/rest/api/3/jql/function/computation?orderBy=created&startAt=${startAt}&maxResults=100`,
      precomputationPage,
    ),
  updatePrecomputations: (updates) =>
    sendAsApp(
      'POST',
      route`/rest/api/3/jql/function/computation?skipNotFoundPrecomputations=true`,
      { values: updates },
      ignoredBody,
    ),
  async listFieldConfigurations(fieldId, place) {
    const { values } = await get(configurationRoute(fieldId, place), fieldConfigurations);
    return values.map(({ configuration }) => configuration);
  },
  writeFieldValues: (fieldId, updates) =>
    sendAsApp(
      'PUT',
      route`/rest/api/3/app/field/${fieldId}/value?generateChangelog=false&generateAppEvents=false`,
      { updates },
      ignoredBody,
    ),
};

/** @see docs/platform-assumptions.md, 5 */
function configurationRoute(fieldId: string, place: FieldPlace): Route {
  return place.kind === 'issue'
    ? route`/rest/api/3/app/field/${fieldId}/context/configuration?issueId=${place.issueId}`
    : route`/rest/api/3/app/field/${fieldId}/context/configuration?projectKeyOrId=${place.projectId}&issueTypeId=${place.workTypeId}`;
}

const headers = { Accept: 'application/json' };

function ask(path: Route) {
  return (signal: AbortSignal) => asApp().requestJira(path, { headers, signal });
}

function get<Schema extends z.ZodMiniType>(path: Route, schema: Schema): Promise<z.output<Schema>> {
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

export function sendAsApp<Schema extends z.ZodMiniType>(
  method: 'POST' | 'PUT',
  path: Route,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  return readJiraReply('app', write(method, path, body), schema);
}

/** As an edit: in the history, with events. */
const visibleWrites: ValueWriter = {
  writeFieldValues: (fieldId, updates) =>
    sendAsApp('PUT', route`/rest/api/3/app/field/${fieldId}/value`, { updates }, ignoredBody),
};

/** What the app does with its own rights for a person, once their permission is proved. */
export const jiraAsApp: JiraAsApp = {
  async listFieldConfigurations(proof, fieldId, place) {
    proof.assertCovers({ ...place, fieldId });
    return appJiraClient.listFieldConfigurations(fieldId, place);
  },
  async countIssues(proof, jql) {
    proof.assertAdministersJira();
    return appJiraClient.countIssues(jql);
  },
  async listFields(proof) {
    proof.assertAdministersJira();
    return appJiraClient.listFields();
  },
  async writeFieldValues(proof, fieldId, updates) {
    if (!updates.every(({ issueId }) => proof.covers(issueId, fieldId))) {
      throw new Error('The permission that was checked does not cover the field of every issue');
    }
    const written = updates.map(({ issueId, value }) => ({ issueIds: [Number(issueId)], value }));
    const refused = await writeValues(visibleWrites, fieldId, written);
    return refused.flatMap(({ issueIds }) => issueIds.map(String));
  },
};
