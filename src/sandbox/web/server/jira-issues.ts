import * as z from 'zod';
import type { Connection } from './request';
import {
  createFieldSchema,
  issuePageSchema,
  issueSchema,
  projectDetailsSchema,
  projectSchema,
  workTypeSchema,
  type CreateField,
  type Issue,
  type IssuePage,
  type Project,
  type ProjectDetails,
  type WorkType,
} from './jira-records';

const api = '/rest/api/3';
const nothing = z.unknown().transform(() => undefined);

export function listProjects(connection: Connection): Promise<Project[]> {
  return connection.request(z.array(projectSchema), 'GET', `${api}/project`);
}

export function readProject(connection: Connection, key: string): Promise<ProjectDetails> {
  const path = `${api}/project/${encodeURIComponent(key)}`;
  return connection.request(projectDetailsSchema, 'GET', path);
}

/** One page of a project's issues in the order of their keys, with the formatted text of fields. */
export function listIssues(
  connection: Connection,
  projectKey: string,
  customFieldIds: readonly string[],
  nextPageToken?: string,
): Promise<IssuePage> {
  const query = new URLSearchParams({
    jql: `project = ${JSON.stringify(projectKey)} ORDER BY key ASC`,
    fields: ['summary', 'status', 'issuetype', ...customFieldIds].join(','),
    expand: 'renderedFields',
    maxResults: '50',
  });
  if (nextPageToken !== undefined) query.set('nextPageToken', nextPageToken);
  return connection.request(issuePageSchema, 'GET', `${api}/search/jql?${query.toString()}`);
}

/** An issue with every field that its project and work type have, empty ones as null. */
export function readIssue(connection: Connection, key: string): Promise<Issue> {
  const path = `${api}/issue/${encodeURIComponent(key)}?expand=names,schema,renderedFields`;
  return connection.request(issueSchema, 'GET', path);
}

export function editIssue(
  connection: Connection,
  key: string,
  fields: Record<string, unknown>,
): Promise<undefined> {
  const path = `${api}/issue/${encodeURIComponent(key)}`;
  return connection.request(nothing, 'PUT', path, { fields });
}

export function createIssue(
  connection: Connection,
  fields: Record<string, unknown>,
): Promise<{ id: string; key: string }> {
  const created = z.object({ id: z.string(), key: z.string() });
  return connection.request(created, 'POST', `${api}/issue`, { fields });
}

export async function listWorkTypes(
  connection: Connection,
  projectKey: string,
): Promise<WorkType[]> {
  const path = `${api}/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`;
  const page = z.object({ issueTypes: z.array(workTypeSchema) });
  return (await connection.request(page, 'GET', path)).issueTypes;
}

/** The fields of the create screen, in its order. */
export async function listCreateFields(
  connection: Connection,
  projectKey: string,
  workTypeId: string,
): Promise<CreateField[]> {
  const workTypes = `${api}/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`;
  const path = `${workTypes}/${encodeURIComponent(workTypeId)}`;
  const page = z.object({ fields: z.array(createFieldSchema) });
  return (await connection.request(page, 'GET', path)).fields;
}
