import { notModelled } from '../jira/jira-error';
import { hasProjectPermission, requireAdministrator } from '../jira/permissions';
import type { JiraModel } from '../jira/model';
import {
  customFieldOnScreen,
  systemFieldOnScreen,
  projectBean,
  workTypeBean,
} from './representations';
import type { Route, RouteCall } from './route';
import { parameter } from './route';
import type { FieldContext, Project, WorkType } from '../jira/state';

const projectScopes = [['read:jira-work'], ['read:project:jira', 'read:issue-type:jira']];
const deletion = [['manage:jira-configuration'], ['delete:project:jira']];
const metadata = [
  ['read:jira-work'],
  ['read:issue-meta:jira', 'read:avatar:jira', 'read:field-configuration:jira'],
];
const onePath = '/project/{projectIdOrKey}';
const workTypes = '/issue/createmeta/{projectIdOrKey}/issuetypes';

export const projectRoutes: readonly Route[] = [
  { method: 'GET', path: '/project', scopes: projectScopes, answer: listProjects },
  { method: 'GET', path: onePath, scopes: projectScopes, answer: getProject },
  { method: 'DELETE', path: onePath, scopes: deletion, status: 204, answer: deleteProject },
  { method: 'GET', path: workTypes, scopes: metadata, answer: listWorkTypes },
  { method: 'GET', path: `${workTypes}/{issueTypeId}`, scopes: metadata, answer: listCreateFields },
];

function listProjects({ model, caller }: RouteCall): object {
  const visible = model.state.projects.filter((project) =>
    hasProjectPermission(caller, 'BROWSE_PROJECTS', project),
  );
  return visible.map((project) => projectWithWorkTypes(model, project));
}

function getProject(call: RouteCall): object {
  const project = call.model.getProject(call.caller, parameter(call, 'projectIdOrKey'));
  return projectWithWorkTypes(call.model, project);
}

/** Deletes a project for good, with its issues and its place in the contexts of fields. */
function deleteProject(call: RouteCall): void {
  const { model, caller, query, tell } = call;
  const { id, key, name } = model.getProject(caller, parameter(call, 'projectIdOrKey'));
  requireAdministrator(caller);
  if (query.get('enableUndo') !== 'false') {
    throw notModelled('the trash of projects. Delete for good with ?enableUndo=false');
  }
  const { state } = model;
  state.projects = state.projects.filter((project) => project.id !== id);
  state.issues = state.issues.filter(({ projectId }) => projectId !== id);
  state.serviceDesks = state.serviceDesks.filter(({ projectId }) => projectId !== id);
  for (const field of state.fields) {
    field.contexts = field.contexts.flatMap((context) => withoutProject(context, id));
  }
  tell({ eventType: 'avi:jira:deleted:project', project: { id, key, name } });
}

/** A context that was for this project alone goes: without projects it would be global. */
function withoutProject(context: FieldContext, projectId: string): FieldContext[] {
  const projectIds = context.projectIds.filter((id) => id !== projectId);
  const isLeft = projectIds.length > 0 || context.projectIds.length === 0;
  return isLeft ? [{ ...context, projectIds }] : [];
}

function projectWithWorkTypes(model: JiraModel, project: Project) {
  const issueTypes = model.workTypesOf(project).map(workTypeBean);
  return { ...projectBean(model, project), issueTypes };
}
export type ProjectWithWorkTypes = ReturnType<typeof projectWithWorkTypes>;

/** The work types that can be created in a project. */
function listWorkTypes(call: RouteCall): object {
  const project = call.model.getProject(call.caller, parameter(call, 'projectIdOrKey'));
  const issueTypes = call.model.workTypesOf(project).map(workTypeBean);
  return { issueTypes, maxResults: 50, startAt: 0, total: issueTypes.length };
}

function listCreateFields(call: RouteCall): object {
  const project = call.model.getProject(call.caller, parameter(call, 'projectIdOrKey'));
  const id = parameter(call, 'issueTypeId');
  const workType = call.model.workTypesOf(project).find((candidate) => candidate.id === id);
  const fields = workType ? createFields(call.model, project, workType) : [];
  return { fields, maxResults: 50, startAt: 0, total: fields.length };
}

function createFields(model: JiraModel, project: Project, workType: WorkType) {
  return [
    systemFieldOnScreen('summary', true),
    systemFieldOnScreen('description'),
    systemFieldOnScreen('assignee'),
    ...model.fieldsOf(project.id, workType.id).map((field) => customFieldOnScreen(model, field)),
  ];
}
