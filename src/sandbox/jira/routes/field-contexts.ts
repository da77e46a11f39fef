import * as z from 'zod';
import { JiraError, notVisible } from '../jira-error';
import type { JiraModel } from '../model';
import { requireAdministrator } from '../permissions';
import type { JiraReply } from '../request';
import { pageOf, parameter, readBody } from '../route';
import type { Route, RouteCall } from '../route';
import type { CustomField, FieldContext } from '../state';

const reading = [['manage:jira-configuration'], ['read:field:jira']];
const writing = [['manage:jira-configuration'], ['write:field:jira']];

/** A field's contexts, and which projects and work types each serves. All for administrators. */
export const fieldContextRoutes: readonly Route[] = [
  { method: 'GET', path: '/field/{fieldId}/context', scopes: reading, answer: listContexts },
  { method: 'POST', path: '/field/{fieldId}/context', scopes: writing, answer: createContext },
  {
    method: 'GET',
    path: '/field/{fieldId}/context/projectmapping',
    scopes: reading,
    answer: listProjectMappings,
  },
  {
    method: 'GET',
    path: '/field/{fieldId}/context/issuetypemapping',
    scopes: reading,
    answer: listWorkTypeMappings,
  },
  {
    method: 'PUT',
    path: '/field/{fieldId}/context/{contextId}',
    scopes: writing,
    answer: renameContext,
  },
  {
    method: 'DELETE',
    path: '/field/{fieldId}/context/{contextId}',
    scopes: writing,
    answer: deleteContext,
  },
  {
    method: 'PUT',
    path: '/field/{fieldId}/context/{contextId}/project',
    scopes: writing,
    answer: assignProjects,
  },
  {
    method: 'POST',
    path: '/field/{fieldId}/context/{contextId}/project/remove',
    scopes: writing,
    answer: removeProjects,
  },
  {
    method: 'PUT',
    path: '/field/{fieldId}/context/{contextId}/issuetype',
    scopes: writing,
    answer: assignWorkTypes,
  },
  {
    method: 'POST',
    path: '/field/{fieldId}/context/{contextId}/issuetype/remove',
    scopes: writing,
    answer: removeWorkTypes,
  },
];

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

function contextBean({ id, name, description, projectIds, workTypeIds }: FieldContext) {
  const isGlobalContext = projectIds.length === 0;
  return { id, name, description, isGlobalContext, isAnyIssueType: workTypeIds.length === 0 };
}

function listContexts(call: RouteCall): JiraReply {
  return pageOf(call, fieldOf(call).contexts.map(contextBean));
}

function listProjectMappings(call: RouteCall): JiraReply {
  const mappings = fieldOf(call).contexts.flatMap<object>(({ id, projectIds }) =>
    projectIds.length === 0
      ? [{ contextId: id, isGlobalContext: true }]
      : projectIds.map((projectId) => ({ contextId: id, projectId })),
  );
  return pageOf(call, mappings);
}

function listWorkTypeMappings(call: RouteCall): JiraReply {
  const mappings = fieldOf(call).contexts.flatMap<object>(({ id, workTypeIds }) =>
    workTypeIds.length === 0
      ? [{ contextId: id, isAnyIssueType: true }]
      : workTypeIds.map((issueTypeId) => ({ contextId: id, issueTypeId })),
  );
  return pageOf(call, mappings);
}

const name = z.string().trim().min(1, 'A name is needed.').max(255);
const ids = z.array(z.string());
const newContext = z.strictObject({
  name,
  description: z.string().default(''),
  projectIds: ids.default([]),
  issueTypeIds: ids.default([]),
});

function createContext(call: RouteCall): JiraReply {
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
  const { id, description, projectIds, workTypeIds } = context;
  return {
    status: 201,
    body: { id, name: context.name, description, projectIds, issueTypeIds: workTypeIds },
  };
}

function renameContext(call: RouteCall): JiraReply {
  const { context } = contextOf(call);
  const changes = z.strictObject({ name, description: z.string() }).partial();
  Object.assign(context, readBody(call, changes));
  return { status: 204 };
}

function deleteContext(call: RouteCall): JiraReply {
  const { field, context } = contextOf(call);
  field.contexts = field.contexts.filter((candidate) => candidate !== context);
  return { status: 204 };
}

const projectIdsBody = z.strictObject({ projectIds: ids.min(1) });
const workTypeIdsBody = z.strictObject({ issueTypeIds: ids.min(1) });

function assignProjects(call: RouteCall): JiraReply {
  const { field, context } = contextOf(call);
  const { projectIds } = readBody(call, projectIdsBody);
  requireKnown(call.model.state.projects, projectIds, 'project');
  requireFreeProjects({ ...field, contexts: without(field.contexts, context) }, projectIds);
  context.projectIds = [...new Set([...context.projectIds, ...projectIds])];
  return { status: 204 };
}

/** Without the last of its projects a context is global, unless the field has such a one already. */
function removeProjects(call: RouteCall): JiraReply {
  const { field, context } = contextOf(call);
  const { projectIds } = readBody(call, projectIdsBody);
  const left = context.projectIds.filter((id) => !projectIds.includes(id));
  if (left.length === 0) requireNoGlobalContext(without(field.contexts, context));
  context.projectIds = left;
  return { status: 204 };
}

function assignWorkTypes(call: RouteCall): JiraReply {
  const { context } = contextOf(call);
  const { issueTypeIds } = readBody(call, workTypeIdsBody);
  requireKnown(call.model.state.workTypes, issueTypeIds, 'issue type');
  context.workTypeIds = [...new Set([...context.workTypeIds, ...issueTypeIds])];
  return { status: 204 };
}

/** Without the last of its work types a context serves any. */
function removeWorkTypes(call: RouteCall): JiraReply {
  const { context } = contextOf(call);
  const { issueTypeIds } = readBody(call, workTypeIdsBody);
  context.workTypeIds = context.workTypeIds.filter((id) => !issueTypeIds.includes(id));
  return { status: 204 };
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

function without(contexts: readonly FieldContext[], context: FieldContext): FieldContext[] {
  return contexts.filter((candidate) => candidate !== context);
}
