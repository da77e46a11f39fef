import * as z from 'zod';
import type { TrackerClient } from './request';
import {
  contextConfigurationSchema,
  fieldContextSchema,
  fieldSchema,
  projectMappingSchema,
  workTypeMappingSchema,
  type ContextConfiguration,
  type Field,
  type FieldContextRecord,
} from './jira-records';

const api = '/rest/api/3';
const nothing = z.unknown().transform(() => undefined);

/** Where a field applies: an empty list of ids means all of them. */
interface ContextScope {
  projectIds: readonly string[];
  workTypeIds: readonly string[];
}

export interface ContextDetails extends ContextScope {
  name: string;
  description: string;
}

export type ScopedContext = FieldContextRecord & ContextScope;

/** The fields of the instance that are custom fields of an app. */
export async function listAppFields(tracker: TrackerClient): Promise<Field[]> {
  const fields = await tracker.request(z.array(fieldSchema), 'GET', `${api}/field`);
  return fields.filter((field) => field.schema?.custom?.startsWith('ari:') === true);
}

export function createField(
  tracker: TrackerClient,
  field: { name: string; description: string; type: string },
): Promise<Field> {
  return tracker.request(fieldSchema, 'POST', `${api}/field`, field);
}

/** The contexts of a field, each with the projects and work types it covers. */
export async function listContexts(
  tracker: TrackerClient,
  fieldId: string,
): Promise<ScopedContext[]> {
  const path = contextPath(fieldId);
  const [contexts, projects, workTypes] = await Promise.all([
    tracker.request(pageOf(fieldContextSchema), 'GET', path),
    tracker.request(pageOf(projectMappingSchema), 'GET', `${path}/projectmapping`),
    tracker.request(pageOf(workTypeMappingSchema), 'GET', `${path}/issuetypemapping`),
  ]);
  return contexts.values.map((context) => ({
    ...context,
    projectIds: idsOf(projects.values, context.id, (mapping) => mapping.projectId),
    workTypeIds: idsOf(workTypes.values, context.id, (mapping) => mapping.issueTypeId),
  }));
}

export function createContext(
  tracker: TrackerClient,
  fieldId: string,
  { name, description, projectIds, workTypeIds }: ContextDetails,
): Promise<undefined> {
  const body = { name, description, projectIds, issueTypeIds: workTypeIds };
  return tracker.request(nothing, 'POST', contextPath(fieldId), body);
}

/** Renames a context, then adds before it removes, so that it never covers everything between. */
export async function updateContext(
  tracker: TrackerClient,
  fieldId: string,
  before: ScopedContext,
  after: ContextDetails,
): Promise<void> {
  const path = `${contextPath(fieldId)}/${encodeURIComponent(before.id)}`;
  const { name, description } = after;
  await tracker.request(nothing, 'PUT', path, { name, description });
  const projects = changeOf(before.projectIds, after.projectIds);
  const workTypes = changeOf(before.workTypeIds, after.workTypeIds);
  const steps: readonly ['PUT' | 'POST', string, string, readonly string[]][] = [
    ['PUT', 'project', 'projectIds', projects.added],
    ['POST', 'project/remove', 'projectIds', projects.removed],
    ['PUT', 'issuetype', 'issueTypeIds', workTypes.added],
    ['POST', 'issuetype/remove', 'issueTypeIds', workTypes.removed],
  ];
  for (const [method, step, property, ids] of steps) {
    if (ids.length === 0) continue;
    await tracker.request(nothing, method, `${path}/${step}`, { [property]: ids });
  }
}

export function deleteContext(
  tracker: TrackerClient,
  fieldId: string,
  contextId: string,
): Promise<undefined> {
  const path = `${contextPath(fieldId)}/${encodeURIComponent(contextId)}`;
  return tracker.request(nothing, 'DELETE', path);
}

/** What the app keeps for each context of a field; without `configuration` until it is saved. */
export async function listConfigurations(
  tracker: TrackerClient,
  fieldId: string,
): Promise<ContextConfiguration[]> {
  const page = pageOf(contextConfigurationSchema);
  return (await tracker.request(page, 'GET', configurationPath(fieldId))).values;
}

export function saveConfiguration(
  tracker: TrackerClient,
  fieldId: string,
  configurationId: string,
  configuration: unknown,
): Promise<undefined> {
  const body = { configurations: [{ id: configurationId, configuration }] };
  return tracker.request(nothing, 'PUT', configurationPath(fieldId), body);
}

function pageOf<T>(item: z.ZodType<T>) {
  return z.object({ values: z.array(item) });
}

function contextPath(fieldId: string): string {
  return `${api}/field/${encodeURIComponent(fieldId)}/context`;
}

function configurationPath(fieldId: string): string {
  return `${api}/app/field/${encodeURIComponent(fieldId)}/context/configuration`;
}

function idsOf<T extends { contextId: string }>(
  mappings: readonly T[],
  contextId: string,
  idOf: (mapping: T) => string | undefined,
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
