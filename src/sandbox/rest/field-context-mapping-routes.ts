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

/** Which projects and work types each context of a field serves. All for administrators. */
export const fieldContextMappingRoutes: readonly Route[] = [
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

export interface ProjectMapping {
  contextId: string;
  isGlobalContext?: true;
  projectId?: string;
}

function listProjectMappings(call: RouteCall): JiraReply {
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

function listWorkTypeMappings(call: RouteCall): JiraReply {
  const mappings = fieldOf(call).contexts.flatMap<WorkTypeMapping>(({ id, workTypeIds }) =>
    workTypeIds.length === 0
      ? [{ contextId: id, isAnyIssueType: true }]
      : workTypeIds.map((issueTypeId) => ({ contextId: id, issueTypeId })),
  );
  return pageOf(call, mappings);
}

const ids = z.array(z.string()).min(1);
const projectIdsBody = z.strictObject({ projectIds: ids });
const workTypeIdsBody = z.strictObject({ issueTypeIds: ids });

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

function without(contexts: readonly FieldContext[], context: FieldContext): FieldContext[] {
  return contexts.filter((candidate) => candidate !== context);
}
