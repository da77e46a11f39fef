import type { ConfigurationBean } from '../../rest/app-field-routes';
import type { ProjectMapping, WorkTypeMapping, FieldContextBean } from '../../rest/field-routes';
import type { ProjectWithWorkTypes } from '../../rest/project-routes';
import type {
  FieldBean,
  FieldFacts,
  IssueFields,
  ProjectBean,
  ScreenField,
  WorkTypeBean,
} from '../../rest/representations';
import type { TransitionBean } from '../../rest/issue-routes';
import type { TrackerClient } from './tracker-client';

const api = '/rest/api/3';

export function listProjects(tracker: TrackerClient): Promise<ProjectBean[]> {
  return tracker.request('GET', `${api}/project`);
}

export function readProject(tracker: TrackerClient, key: string): Promise<ProjectWithWorkTypes> {
  return tracker.request('GET', `${api}/project/${encodeURIComponent(key)}`);
}

/** An issue with every field that its project and work type have, empty ones as null. */
export interface IssueRecord extends FieldFacts {
  id: string;
  key: string;
  fields: IssueFields;
}

export function readIssue(tracker: TrackerClient, key: string): Promise<IssueRecord> {
  return tracker.request('GET', `${issuePath(key)}?expand=names,schema`);
}

export function editIssue(
  tracker: TrackerClient,
  key: string,
  fields: Record<string, unknown>,
): Promise<undefined> {
  return tracker.request('PUT', issuePath(key), { fields });
}

export function createIssue(
  tracker: TrackerClient,
  fields: Record<string, unknown>,
): Promise<{ id: string; key: string }> {
  return tracker.request('POST', `${api}/issue`, { fields });
}

export async function listWorkTypes(
  tracker: TrackerClient,
  projectKey: string,
): Promise<WorkTypeBean[]> {
  const path = createPath(projectKey);
  return (await tracker.request<{ issueTypes: WorkTypeBean[] }>('GET', path)).issueTypes;
}

/** The fields of the create screen, in its order. */
export async function listCreateFields(
  tracker: TrackerClient,
  projectKey: string,
  workTypeId: string,
): Promise<ScreenField[]> {
  const path = `${createPath(projectKey)}/${encodeURIComponent(workTypeId)}`;
  return (await tracker.request<{ fields: ScreenField[] }>('GET', path)).fields;
}

export interface TransitionRecord extends TransitionBean {
  /** Of its screen, by id. */
  fields: Readonly<Record<string, ScreenField>>;
}

/** Where an issue may go from its status, each with the fields of its screen. */
export async function listTransitions(
  tracker: TrackerClient,
  key: string,
): Promise<TransitionRecord[]> {
  const path = `${issuePath(key)}/transitions?expand=transitions.fields`;
  return (await tracker.request<{ transitions: TransitionRecord[] }>('GET', path)).transitions;
}

export function transitionIssue(
  tracker: TrackerClient,
  key: string,
  transitionId: string,
  fields: Record<string, unknown>,
): Promise<undefined> {
  const body = { transition: { id: transitionId }, fields };
  return tracker.request('POST', `${issuePath(key)}/transitions`, body);
}

export interface FoundIssue extends Pick<IssueRecord, 'id' | 'key' | 'fields'> {
  /** The formatted text of custom fields, by id. */
  renderedFields: Readonly<Record<string, string>>;
}

export interface SearchPage {
  issues: readonly FoundIssue[];
  nextPageToken?: string;
}

/** One page of what a query finds, with all fields, so that another choice of columns needs no call. */
export function readSearchPage(
  tracker: TrackerClient,
  jql: string,
  nextPageToken?: string,
): Promise<SearchPage> {
  const fields = ['*navigable'];
  const body = { jql, fields, expand: 'renderedFields', maxResults: 50, nextPageToken };
  return tracker.request('POST', `${api}/search/jql`, body);
}

export async function countIssues(tracker: TrackerClient, jql: string): Promise<number> {
  const path = `${api}/search/approximate-count`;
  return (await tracker.request<{ count: number }>('POST', path, { jql })).count;
}

/** The fields of the instance that are custom fields of an app. */
export async function listAppFields(tracker: TrackerClient): Promise<FieldBean[]> {
  const fields = await tracker.request<FieldBean[]>('GET', `${api}/field`);
  return fields.filter(({ custom }) => custom);
}

export function createField(
  tracker: TrackerClient,
  field: { name: string; description: string; type: string },
): Promise<FieldBean> {
  return tracker.request('POST', `${api}/field`, field);
}

/** Where a field applies: an empty list of ids means all of them. */
interface ContextScope {
  projectIds: readonly string[];
  workTypeIds: readonly string[];
}

export interface ContextDetails extends ContextScope {
  name: string;
  description: string;
}

export type ScopedContext = FieldContextBean & ContextScope;

/** The contexts of a field, each with the projects and work types it covers. */
export async function listContexts(
  tracker: TrackerClient,
  fieldId: string,
): Promise<ScopedContext[]> {
  const path = contextPath(fieldId);
  const [contexts, projects, workTypes] = await Promise.all([
    tracker.request<{ values: FieldContextBean[] }>('GET', path),
    tracker.request<{ values: ProjectMapping[] }>('GET', `${path}/projectmapping`),
    tracker.request<{ values: WorkTypeMapping[] }>('GET', `${path}/issuetypemapping`),
  ]);
  return contexts.values.map((context) => ({
    ...context,
    projectIds: idsOf(projects.values, context.id, ({ projectId }) => projectId),
    workTypeIds: idsOf(workTypes.values, context.id, ({ issueTypeId }) => issueTypeId),
  }));
}

export function createContext(
  tracker: TrackerClient,
  fieldId: string,
  { name, description, projectIds, workTypeIds }: ContextDetails,
): Promise<undefined> {
  const body = { name, description, projectIds, issueTypeIds: workTypeIds };
  return tracker.request('POST', contextPath(fieldId), body);
}

/** Renames a context, then adds before it removes, so that it never covers everything between. */
export async function updateContext(
  tracker: TrackerClient,
  fieldId: string,
  before: ScopedContext,
  after: ContextDetails,
): Promise<void> {
  const path = contextPath(fieldId, before.id);
  const { name, description } = after;
  await tracker.request('PUT', path, { name, description });
  const projects = changeOf(before.projectIds, after.projectIds);
  const workTypes = changeOf(before.workTypeIds, after.workTypeIds);
  const steps = [
    ['PUT', 'project', 'projectIds', projects.added],
    ['POST', 'project/remove', 'projectIds', projects.removed],
    ['PUT', 'issuetype', 'issueTypeIds', workTypes.added],
    ['POST', 'issuetype/remove', 'issueTypeIds', workTypes.removed],
  ] as const;
  for (const [method, step, property, ids] of steps) {
    if (ids.length > 0) await tracker.request(method, `${path}/${step}`, { [property]: ids });
  }
}

export function deleteContext(
  tracker: TrackerClient,
  fieldId: string,
  contextId: string,
): Promise<undefined> {
  return tracker.request('DELETE', contextPath(fieldId, contextId));
}

/** What the app keeps for each context of a field; without `configuration` until it is saved. */
export async function listConfigurations(
  tracker: TrackerClient,
  fieldId: string,
): Promise<ConfigurationBean[]> {
  const path = configurationPath(fieldId);
  return (await tracker.request<{ values: ConfigurationBean[] }>('GET', path)).values;
}

export function saveConfiguration(
  tracker: TrackerClient,
  fieldId: string,
  configurationId: string,
  configuration: unknown,
): Promise<undefined> {
  const body = { configurations: [{ id: configurationId, configuration }] };
  return tracker.request('PUT', configurationPath(fieldId), body);
}

function issuePath(key: string): string {
  return `${api}/issue/${encodeURIComponent(key)}`;
}

function createPath(projectKey: string): string {
  return `${api}/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`;
}

function contextPath(fieldId: string, contextId?: string): string {
  const contexts = `${api}/field/${encodeURIComponent(fieldId)}/context`;
  return contextId === undefined ? contexts : `${contexts}/${encodeURIComponent(contextId)}`;
}

function configurationPath(fieldId: string): string {
  return `${api}/app/field/${encodeURIComponent(fieldId)}/context/configuration`;
}

function idsOf<Mapping extends { contextId: string }>(
  mappings: readonly Mapping[],
  contextId: string,
  idOf: (mapping: Mapping) => string | undefined,
): string[] {
  return mappings
    .filter((mapping) => mapping.contextId === contextId)
    .map(idOf)
    .filter((id) => id !== undefined);
}

function changeOf(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  };
}
