import * as z from 'zod';
import { JiraError, notVisible } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { requireAdministrator } from '../jira/permissions';
import { fieldBean, systemFieldBeans } from './representations';
import type { Route, RouteCall } from './route';
import { parameter, readBody, pageOf } from './route';
import type { CustomField, FieldContext } from '../jira/state';

const listing = [['read:jira-work'], ['read:field:jira', 'read:field-configuration:jira']];
const reading = [['manage:jira-configuration'], ['read:field:jira']];
const writing = [['manage:jira-configuration'], ['write:field:jira']];
const contexts = '/field/{fieldId}/context';
const oneContext = `${contexts}/{contextId}`;

/** The fields of the site, and the contexts of each: all but the list for administrators. */
export const fieldRoutes: readonly Route[] = [
  { method: 'GET', path: '/field', scopes: listing, answer: listFields },
  { method: 'POST', path: '/field', scopes: writing, status: 201, answer: createField },
  { method: 'GET', path: contexts, scopes: reading, answer: listContexts },
  { method: 'POST', path: contexts, scopes: writing, status: 201, answer: createContext },
  { method: 'PUT', path: oneContext, scopes: writing, status: 204, answer: renameContext },
  { method: 'DELETE', path: oneContext, scopes: writing, status: 204, answer: deleteContext },
  {
    method: 'GET',
    path: `${contexts}/projectmapping`,
    scopes: reading,
    answer: listProjectMappings,
  },
  {
    method: 'GET',
    path: `${contexts}/issuetypemapping`,
    scopes: reading,
    answer: listWorkTypeMappings,
  },
  {
    method: 'PUT',
    path: `${oneContext}/project`,
    scopes: writing,
    status: 204,
    answer: assignProjects,
  },
  {
    method: 'POST',
    path: `${oneContext}/project/remove`,
    scopes: writing,
    status: 204,
    answer: removeProjects,
  },
  {
    method: 'PUT',
    path: `${oneContext}/issuetype`,
    scopes: writing,
    status: 204,
    answer: assignWorkTypes,
  },
  {
    method: 'POST',
    path: `${oneContext}/issuetype/remove`,
    scopes: writing,
    status: 204,
    answer: removeWorkTypes,
  },
];

function listFields({ model }: RouteCall): object {
  const custom = model.state.fields.map((field) => fieldBean(model, field));
  return [...systemFieldBeans, ...custom];
}

const name = z.string().trim().min(1, 'A name is needed.').max(255);
const newField = z.strictObject({
  name,
  description: z.string().max(40_000).default(''),
  /** ARI of an app's field type. */
  type: z.string(),
});

/** The new field has one global context without configuration, as in Jira. */
function createField(call: RouteCall): object {
  const { model, caller } = call;
  requireAdministrator(caller);
  const { name, description, type } = readBody(call, newField);
  const fieldType = model.fieldTypes.find(({ declaration }) => declaration.ari === type);
  if (!fieldType) throw new JiraError(400, [], { type: `There is no field type '${type}'.` });
  const field: CustomField = {
    id: `customfield_${model.takeId()}`,
    name,
    description,
    typeKey: fieldType.declaration.key,
    contexts: [globalContextOf(model, name)],
  };
  model.state.fields.push(field);
  return fieldBean(model, field);
}

function globalContextOf(model: JiraModel, fieldName: string): CustomField['contexts'][number] {
  return {
    id: model.takeId(),
    name: `Default configuration for ${fieldName}`,
    description: '',
    projectIds: [],
    workTypeIds: [],
    configurationId: model.takeId(),
  };
}

function contextBean({ id, name, description, projectIds, workTypeIds }: FieldContext) {
  const isGlobalContext = projectIds.length === 0;
  return { id, name, description, isGlobalContext, isAnyIssueType: workTypeIds.length === 0 };
}
export type FieldContextBean = ReturnType<typeof contextBean>;

function listContexts(call: RouteCall): object {
  return pageOf(call, fieldOf(call).contexts.map(contextBean));
}

const ids = z.array(z.string());
const newContext = z.strictObject({
  name,
  description: z.string().default(''),
  projectIds: ids.default([]),
  issueTypeIds: ids.default([]),
});

function createContext(call: RouteCall): object {
  const { model } = call;
  const field = fieldOf(call);
  const body = readBody(call, newContext);
  requireKnown(model.state.projects, body.projectIds, 'project');
  requireKnown(model.state.workTypes, body.issueTypeIds, 'issue type');
  requireFreeProjects(field, body.projectIds);
  if (body.projectIds.length === 0) requireNoGlobalContext(field.contexts);
  const context: FieldContext = {
    id: model.takeId(),
    name: body.name,
    description: body.description,
    projectIds: body.projectIds,
    workTypeIds: body.issueTypeIds,
    configurationId: model.takeId(),
  };
  field.contexts.push(context);
  return { id: context.id, ...body };
}

function renameContext(call: RouteCall): void {
  const { context } = contextOf(call);
  const changes = z.strictObject({ name, description: z.string() }).partial();
  Object.assign(context, readBody(call, changes));
}

function deleteContext(call: RouteCall): void {
  const { field, context } = contextOf(call);
  field.contexts = field.contexts.filter((candidate) => candidate !== context);
}

export interface ProjectMapping {
  contextId: string;
  isGlobalContext?: true;
  projectId?: string;
}

function listProjectMappings(call: RouteCall): object {
  const mappings = fieldOf(call).contexts.flatMap<ProjectMapping>(({ id, projectIds }) =>
    projectIds.length === 0
      ? [{ contextId: id, isGlobalContext: true }]
      : projectIds.map((projectId) => ({ contextId: id, projectId })),
  );
  return pageOf(call, mappings);
}

export interface WorkTypeMapping {
  contextId: string;
  isAnyIssueType?: true;
  issueTypeId?: string;
}

function listWorkTypeMappings(call: RouteCall): object {
  const mappings = fieldOf(call).contexts.flatMap<WorkTypeMapping>(({ id, workTypeIds }) =>
    workTypeIds.length === 0
      ? [{ contextId: id, isAnyIssueType: true }]
      : workTypeIds.map((issueTypeId) => ({ contextId: id, issueTypeId })),
  );
  return pageOf(call, mappings);
}

const projectIdsBody = z.strictObject({ projectIds: ids.min(1) });
const workTypeIdsBody = z.strictObject({ issueTypeIds: ids.min(1) });

function assignProjects(call: RouteCall): void {
  const { field, context } = contextOf(call);
  const { projectIds } = readBody(call, projectIdsBody);
  requireKnown(call.model.state.projects, projectIds, 'project');
  requireFreeProjects({ ...field, contexts: without(field.contexts, context) }, projectIds);
  context.projectIds = [...new Set([...context.projectIds, ...projectIds])];
}

/** Without the last of its projects a context is global, unless the field has such a one already. */
function removeProjects(call: RouteCall): void {
  const { field, context } = contextOf(call);
  const { projectIds } = readBody(call, projectIdsBody);
  const left = context.projectIds.filter((id) => !projectIds.includes(id));
  if (left.length === 0) requireNoGlobalContext(without(field.contexts, context));
  context.projectIds = left;
}

function assignWorkTypes(call: RouteCall): void {
  const { context } = contextOf(call);
  const { issueTypeIds } = readBody(call, workTypeIdsBody);
  requireKnown(call.model.state.workTypes, issueTypeIds, 'issue type');
  context.workTypeIds = [...new Set([...context.workTypeIds, ...issueTypeIds])];
}

/** Without the last of its work types a context serves any. */
function removeWorkTypes(call: RouteCall): void {
  const { context } = contextOf(call);
  const { issueTypeIds } = readBody(call, workTypeIdsBody);
  context.workTypeIds = context.workTypeIds.filter((id) => !issueTypeIds.includes(id));
}

function without(contexts: readonly FieldContext[], context: FieldContext): FieldContext[] {
  return contexts.filter((candidate) => candidate !== context);
}

/** @throws {JiraError} 403 for everyone but administrators, 404 without such a field */
function fieldOf(call: RouteCall): CustomField {
  requireAdministrator(call.caller);
  return call.model.getField(parameter(call, 'fieldId'));
}

function contextOf(call: RouteCall): { field: CustomField; context: FieldContext } {
  const field = fieldOf(call);
  const id = parameter(call, 'contextId');
  const context = field.contexts.find((candidate) => candidate.id === id);
  if (!context) throw notVisible(`The context '${id}'`);
  return { field, context };
}

function requireKnown(
  known: JiraModel['state']['projects' | 'workTypes'],
  wanted: readonly string[],
  what: string,
) {
  const unknown = wanted.find((id) => !known.some((candidate) => candidate.id === id));
  if (unknown !== undefined) throw new JiraError(404, [`The ${what} '${unknown}' was not found.`]);
}

/** A project belongs to at most one context of a field. */
function requireFreeProjects({ contexts }: CustomField, projectIds: readonly string[]): void {
  const taken = projectIds.find((id) => contexts.some((other) => other.projectIds.includes(id)));
  if (taken !== undefined) {
    throw new JiraError(409, [`The project '${taken}' has another context of this field.`]);
  }
}

function requireNoGlobalContext(contexts: readonly FieldContext[]): void {
  if (contexts.some(({ projectIds }) => projectIds.length === 0)) {
    throw new JiraError(409, ['The field has a global context already.']);
  }
}
