import { asApp, getAppContext, route, type Route } from '@forge/api';
import type * as z from 'zod';
import { readJiraReply } from './jira-replies';
import type {
  JiraField,
  Precomputation,
  PrecomputationUpdate,
  UnattendedJira,
} from './unattended-jira';
import {
  configurationPage,
  fieldList,
  foundIssuePage,
  foundPrecomputations,
  ignoredBody,
  parsedQueries,
  precomputationPage,
} from './unattended-replies';
import { updatesBySize } from './updates-by-size';

/** Jira with the app's rights, for functions that no person calls. */
export const jiraUnattended: UnattendedJira = {
  listFields,
  listAllConfigurations,
  acceptsQueries,
  listPrecomputations: (startAt) =>
    get(
      route`/rest/api/3/jql/function/computation?orderBy=created&startAt=${startAt}&maxResults=100`,
      precomputationPage,
    ),
  findPrecomputations,
  updatePrecomputations,
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
      route`/rest/api/3/app/field/${fieldId}/value?generateChangelog=false&generateAppEvents=false`,
      { updates },
      ignoredBody,
    ),
};

async function listFields(): Promise<JiraField[]> {
  const fields = await get(route`/rest/api/3/field`, fieldList);
  return fields
    .filter(({ custom }) => custom)
    .map(({ id, name, schema }) => ({ id, name, moduleKey: moduleKeyOf(schema?.custom) }));
}

/** The type of an app's field names app, environment and module: `.../<app>/<environment>/static/<module>`. */
function moduleKeyOf(fieldType: string | undefined): JiraField['moduleKey'] {
  const { appAri, environmentAri } = getAppContext();
  const own = `extension/${appAri.appId}/${environmentAri.environmentId}/static/`;
  const moduleKey = fieldType?.split(own)[1];
  return ownModules.find((key) => key === moduleKey);
}

const ownModules = ['workspace-object', 'workspace-cascade'] as const;

async function listAllConfigurations(fieldId: string): Promise<unknown[]> {
  const configurations: unknown[] = [];
  for (let isLast = false; !isLast;) {
    const page = await get(
      route`/rest/api/3/app/field/${fieldId}/context/configuration?startAt=${configurations.length}&maxResults=100`,
      configurationPage,
    );
    configurations.push(...page.values.map(({ configuration }) => configuration));
    isLast = page.isLast || page.values.length === 0;
  }
  return configurations;
}

async function acceptsQueries(queries: readonly string[]): Promise<boolean[]> {
  const path = route`/rest/api/3/jql/parse?validation=strict`;
  const parsed = await send('POST', path, { queries }, parsedQueries);
  return queries.map((_, index) => parsed.queries[index]?.errors.length === 0);
}

async function findPrecomputations(ids: readonly string[]): Promise<Precomputation[]> {
  const path = route`/rest/api/3/jql/function/computation/search`;
  const found = await send('POST', path, { precomputationIDs: ids }, foundPrecomputations);
  return found.precomputations;
}

async function updatePrecomputations(updates: readonly PrecomputationUpdate[]): Promise<void> {
  const path = route`/rest/api/3/jql/function/computation?skipNotFoundPrecomputations=true`;
  for (const values of updatesBySize(updates)) await send('POST', path, { values }, ignoredBody);
}

function get<Schema extends z.ZodType>(path: Route, schema: Schema): Promise<z.output<Schema>> {
  const answer = asApp().requestJira(path, { headers: { Accept: 'application/json' } });
  return readJiraReply('app', answer, schema);
}

function send<Schema extends z.ZodType>(
  method: 'POST' | 'PUT',
  path: Route,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const answer = asApp().requestJira(path, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return readJiraReply('app', answer, schema);
}
