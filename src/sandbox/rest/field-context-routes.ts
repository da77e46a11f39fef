import * as z from 'zod';
import type { JiraReply } from './jira-request';
import { pageOf, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { FieldContext } from '../jira/state';
import {
  contextOf,
  fieldOf,
  requireFreeProjects,
  requireKnown,
  requireNoGlobalContext,
} from './field-context-rules';

const reading = [['manage:jira-configuration'], ['read:field:jira']];
const writing = [['manage:jira-configuration'], ['write:field:jira']];

/** A field's contexts. All for administrators. */
export const fieldContextRoutes: readonly Route[] = [
  { method: 'GET', path: '/field/{fieldId}/context', scopes: reading, answer: listContexts },
  { method: 'POST', path: '/field/{fieldId}/context', scopes: writing, answer: createContext },
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
];

function contextBean({ id, name, description, projectIds, workTypeIds }: FieldContext) {
  const isGlobalContext = projectIds.length === 0;
  return { id, name, description, isGlobalContext, isAnyIssueType: workTypeIds.length === 0 };
}
export type FieldContextBean = ReturnType<typeof contextBean>;

function listContexts(call: RouteCall): JiraReply {
  return pageOf(call, fieldOf(call).contexts.map(contextBean));
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
