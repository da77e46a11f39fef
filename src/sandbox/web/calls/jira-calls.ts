import type { ConfigurationBean } from '../../rest/app-field-routes';
import type { ProjectMapping, WorkTypeMapping, FieldContextBean } from '../../rest/field-routes';
import type { ProjectWithWorkTypes } from '../../rest/project-routes';
import type { FieldBean, FieldFacts, IssueFields, ScreenField } from '../../rest/representations';
import type { TransitionBean } from '../../rest/issue-routes';
import { pathOf, type TrackerClient } from './tracker-client';

export const listProjects = (tracker: TrackerClient) =>
  tracker.get<ProjectWithWorkTypes[]>('/rest/api/3/project');

export const readProject = (tracker: TrackerClient, key: string) =>
  tracker.get<ProjectWithWorkTypes>(pathOf`/rest/api/3/project/${key}`);

/** An issue with every field that its project and work type have, empty ones as null. */
export interface IssueRecord extends FieldFacts {
  id: string;
  key: string;
  fields: IssueFields;
}

export const readIssue = (tracker: TrackerClient, key: string) =>
  tracker.get<IssueRecord>(`${issuePath(key)}?expand=names,schema`);

type Fields = Readonly<Record<string, unknown>>;

export const editIssue = (tracker: TrackerClient, key: string, fields: Fields) =>
  tracker.send('PUT', issuePath(key), { fields });

export const createIssue = (tracker: TrackerClient, fields: Fields) =>
  tracker.send<{ id: string; key: string }>('POST', '/rest/api/3/issue', { fields });

/** The fields of the create screen, in its order. */
export async function listCreateFields(tracker: TrackerClient, key: string, workTypeId: string) {
  const path = pathOf`/rest/api/3/issue/createmeta/${key}/issuetypes/${workTypeId}`;
  return (await tracker.get<{ fields: ScreenField[] }>(path)).fields;
}

export interface TransitionRecord extends TransitionBean {
  /** Of its screen, by id. */
  fields: Readonly<Record<string, ScreenField>>;
}

/** Where an issue may go from its status, each with the fields of its screen. */
export async function listTransitions(tracker: TrackerClient, key: string) {
  const path = `${issuePath(key)}/transitions?expand=transitions.fields`;
  return (await tracker.get<{ transitions: TransitionRecord[] }>(path)).transitions;
}

export function transitionIssue(tracker: TrackerClient, key: string, id: string, fields: Fields) {
  return tracker.send('POST', `${issuePath(key)}/transitions`, { transition: { id }, fields });
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
export function readSearchPage(tracker: TrackerClient, jql: string, nextPageToken?: string) {
  const fields = ['*navigable'];
  const body = { jql, fields, expand: 'renderedFields', maxResults: 50, nextPageToken };
  return tracker.send<SearchPage>('POST', '/rest/api/3/search/jql', body);
}

export async function countIssues(tracker: TrackerClient, jql: string): Promise<number> {
  const path = '/rest/api/3/search/approximate-count';
  return (await tracker.send<{ count: number }>('POST', path, { jql })).count;
}

/** The fields of the instance that are custom fields of an app. */
export async function listAppFields(tracker: TrackerClient): Promise<FieldBean[]> {
  const fields = await tracker.get<FieldBean[]>('/rest/api/3/field');
  return fields.filter(({ custom }) => custom);
}

export const createField = (
  tracker: TrackerClient,
  field: { name: string; description: string; type: string },
) => tracker.send<FieldBean>('POST', '/rest/api/3/field', field);

/** A context as a person describes it: an empty list of ids means all of them. */
export interface ContextDetails {
  name: string;
  description: string;
  projectIds: readonly string[];
  workTypeIds: readonly string[];
}

export type ScopedContext = FieldContextBean & ContextDetails;

/** The contexts of a field, each with the projects and work types it covers. */
export async function listContexts(
  tracker: TrackerClient,
  fieldId: string,
): Promise<ScopedContext[]> {
  const path = contextsPath(fieldId);
  const [contexts, projects, workTypes] = await Promise.all([
    tracker.get<{ values: FieldContextBean[] }>(path),
    tracker.get<{ values: ProjectMapping[] }>(`${path}/projectmapping`),
    tracker.get<{ values: WorkTypeMapping[] }>(`${path}/issuetypemapping`),
  ]);
  return contexts.values.map((context) => {
    const isOfContext = ({ contextId }: { contextId: string }) => contextId === context.id;
    return {
      ...context,
      projectIds: projects.values.filter(isOfContext).flatMap(({ projectId }) => projectId ?? []),
      workTypeIds: workTypes.values
        .filter(isOfContext)
        .flatMap(({ issueTypeId }) => issueTypeId ?? []),
    };
  });
}

export function createContext(
  tracker: TrackerClient,
  fieldId: string,
  { workTypeIds: issueTypeIds, ...details }: ContextDetails,
) {
  return tracker.send('POST', contextsPath(fieldId), { ...details, issueTypeIds });
}

/** Renames a context, then adds before it removes, so that it never covers everything between. */
export async function updateContext(
  tracker: TrackerClient,
  fieldId: string,
  before: ScopedContext,
  after: ContextDetails,
): Promise<void> {
  const path = `${contextsPath(fieldId)}/${before.id}`;
  const { name, description } = after;
  await tracker.send('PUT', path, { name, description });
  const added = (ids: 'projectIds' | 'workTypeIds') => without(after[ids], before[ids]);
  const removed = (ids: 'projectIds' | 'workTypeIds') => without(before[ids], after[ids]);
  const steps = [
    ['PUT', 'project', 'projectIds', added('projectIds')],
    ['POST', 'project/remove', 'projectIds', removed('projectIds')],
    ['PUT', 'issuetype', 'issueTypeIds', added('workTypeIds')],
    ['POST', 'issuetype/remove', 'issueTypeIds', removed('workTypeIds')],
  ] as const;
  for (const [method, step, property, ids] of steps) {
    if (ids.length > 0) await tracker.send(method, `${path}/${step}`, { [property]: ids });
  }
}

function without(ids: readonly string[], others: readonly string[]): readonly string[] {
  return ids.filter((id) => !others.includes(id));
}

export const deleteContext = (tracker: TrackerClient, fieldId: string, contextId: string) =>
  tracker.send('DELETE', `${contextsPath(fieldId)}/${contextId}`);

/** What the app keeps for each context of a field; without `configuration` until it is saved. */
export async function listConfigurations(tracker: TrackerClient, fieldId: string) {
  const path = configurationPath(fieldId);
  return (await tracker.get<{ values: ConfigurationBean[] }>(path)).values;
}

export function saveConfiguration(
  tracker: TrackerClient,
  fieldId: string,
  id: string,
  configuration: unknown,
) {
  const body = { configurations: [{ id, configuration }] };
  return tracker.send('PUT', configurationPath(fieldId), body);
}

const issuePath = (key: string) => pathOf`/rest/api/3/issue/${key}`;

const contextsPath = (fieldId: string) => pathOf`/rest/api/3/field/${fieldId}/context`;

const configurationPath = (fieldId: string) =>
  pathOf`/rest/api/3/app/field/${fieldId}/context/configuration`;
