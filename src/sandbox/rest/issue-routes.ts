import * as z from 'zod';
import { applyChanges, readFieldChanges, refuseOffScreen, newIssue } from '../jira/issue-fields';
import { invalid, JiraError, notModelled } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { requireProjectPermission, hasProjectPermission } from '../jira/permissions';
import {
  fieldFactsOf,
  fieldSelectionOf,
  issueBean,
  customFieldOnScreen,
  systemFieldOnScreen,
  statusBean,
} from './representations';
import type { Caller } from '../jira/accounts';
import type { Route, RouteCall } from './route';
import { parameter, readBody } from './route';
import type { Project, Issue, Transition } from '../jira/state';
import { transitionsFrom } from '../jira/state';

const readScopes = [['read:jira-work'], ['read:issue:jira', 'read:issue-meta:jira']];
const writeScopes = [['write:jira-work'], ['write:issue:jira']];
const onePath = '/issue/{issueIdOrKey}';
const transitionsPath = `${onePath}/transitions`;

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/ */
export const issueRoutes: readonly Route[] = [
  { method: 'GET', path: onePath, scopes: readScopes, answer: getIssue },
  { method: 'POST', path: '/issue', scopes: writeScopes, status: 201, answer: createIssue },
  { method: 'PUT', path: onePath, scopes: writeScopes, status: 204, answer: editIssue },
  {
    method: 'POST',
    path: '/issue/bulkfetch',
    scopes: readScopes,
    isReadOnly: true,
    answer: fetchIssues,
  },
  {
    method: 'GET',
    path: transitionsPath,
    scopes: [
      ['read:jira-work'],
      ['read:issue.transition:jira', 'read:status:jira', 'read:field-configuration:jira'],
    ],
    answer: listTransitions,
  },
  {
    method: 'POST',
    path: transitionsPath,
    scopes: [['write:jira-work'], ['write:issue:jira', 'write:issue.property:jira']],
    status: 204,
    answer: performTransition,
  },
];

/** `expand` adds `names` and `schema`. */
function getIssue(call: RouteCall): object {
  const { model, caller, query } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  const names = query.getAll('fields').flatMap((list) => list.split(','));
  const selection = fieldSelectionOf(names, true);
  const expansions = query.get('expand')?.split(',') ?? [];
  const facts = fieldFactsOf(model, issue, selection);
  return {
    ...issueBean(model, issue, selection),
    ...(expansions.includes('names') && { names: facts.names }),
    ...(expansions.includes('schema') && { schema: facts.schema }),
  };
}

const reference = z.object({ id: z.string().optional(), key: z.string().optional() });
const named = z.object({ id: z.string().optional(), name: z.string().optional() });
const issueBody = z.object({
  fields: z.looseObject({
    project: reference,
    issuetype: named,
    summary: z.string('You must specify a summary of the issue.'),
  }),
  update: z.unknown().optional(),
});

function createIssue(call: RouteCall): object {
  const { model, caller } = call;
  const body = readBody(call, issueBody);
  if (body.update !== undefined) throw notModelled('"update" when an issue is created');
  const { project: projectReference, issuetype, ...fields } = body.fields;
  const project = findTarget(model, caller, projectReference);
  requireProjectPermission(caller, 'CREATE_ISSUES', project);
  const workType = findWorkType(model, project, issuetype);
  const place = { projectId: project.id, workTypeId: workType.id };
  const changes = readFieldChanges(model, place, fields);

  const issue = newIssue(model, caller, place);
  applyChanges(issue, changes);
  model.state.issues.push(issue);
  const self = `${model.siteUrl}/rest/api/3/issue/${issue.id}`;
  return { id: issue.id, key: issue.key, self };
}

function findTarget(model: JiraModel, caller: Caller, { id, key }: z.infer<typeof reference>) {
  try {
    return model.getProject(caller, id ?? key ?? '');
  } catch {
    throw new JiraError(400, [], { project: 'Specify a valid project ID or key' });
  }
}

function findWorkType(model: JiraModel, project: Project, { id, name }: z.infer<typeof named>) {
  const found = model
    .workTypesOf(project)
    .find((workType) => (id === undefined ? workType.name === name : workType.id === id));
  if (!found) throw new JiraError(400, [], { issuetype: 'Specify a valid issue type' });
  return found;
}

const issueEdit = z.strictObject({ fields: z.record(z.string(), z.unknown()) });

function editIssue(call: RouteCall): void {
  const { model, caller } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  requireProjectPermission(caller, 'EDIT_ISSUES', model.projectOf(issue));
  const { fields } = readBody(call, issueEdit);
  if (Object.keys(fields).length === 0) throw invalid("one of 'fields' or 'update' required");
  if (!model.editableFieldsOf(caller, issue)) {
    throw invalid('The status of this issue keeps it from being edited.');
  }
  refuseOffScreen(Object.keys(fields).filter((id) => model.switches.editScreensLack.includes(id)));
  const changes = readFieldChanges(model, issue, fields);
  model.writes.add(issue);
  applyChanges(issue, changes);
  issue.updated = model.now().toISOString();
}

const asked = z.strictObject({
  issueIdsOrKeys: z.array(z.string()).min(1).max(100),
  fields: z.array(z.string()).default([]),
  expand: z.array(z.literal('editmeta')).default([]),
});

/** Up to 100 issues as they are now; those that the caller may not see are left out. */
function fetchIssues(call: RouteCall): object {
  const { model, caller } = call;
  const { issueIdsOrKeys, fields, expand } = readBody(call, asked);
  const selection = fieldSelectionOf(fields, true);
  const issues = [...new Set(issueIdsOrKeys)].flatMap((id) => findSeen(model, caller, id) ?? []);
  const beans = issues.map((issue) => ({
    ...issueBean(model, issue, selection),
    ...(expand.includes('editmeta') && { editmeta: { fields: editFields(call, issue) } }),
  }));
  return { issues: beans, issueErrors: [] };
}

/**
 * The fields of the edit screen that the caller can edit.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-editmeta-get
 */
function editFields({ model, caller }: RouteCall, issue: Issue) {
  const custom = model.editableFieldsOf(caller, issue);
  if (!custom) return {};
  const fields = [
    systemFieldOnScreen('summary', true),
    ...custom.map((field) => customFieldOnScreen(model, field)),
  ];
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}

function findSeen(model: JiraModel, caller: Caller, id: string): Issue | undefined {
  try {
    return model.getIssue(caller, id);
  } catch (error) {
    if (error instanceof JiraError) return undefined;
    throw error;
  }
}

/** None for a person who may not move the issue; their screens with `expand=transitions.fields`. */
function listTransitions(call: RouteCall): object {
  const { model, caller, query } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  const isAllowed = hasProjectPermission(caller, 'TRANSITION_ISSUES', model.projectOf(issue));
  const withFields = query.get('expand')?.split(',').includes('transitions.fields') ?? false;
  const transitions = (isAllowed ? transitionsFrom(issue.status) : []).map((transition) => ({
    ...transitionBean(transition),
    ...(withFields && { fields: screenFields(model, issue, transition) }),
  }));
  return { expand: 'transitions', transitions };
}

function transitionBean({ id, name, to, hasScreen }: Transition) {
  return {
    id,
    name,
    to: statusBean(to),
    hasScreen,
    isGlobal: true,
    isInitial: false,
    isAvailable: true,
    isConditional: false,
    isLooped: false,
  };
}
export type TransitionBean = ReturnType<typeof transitionBean>;

function screenFields(model: JiraModel, issue: Issue, { hasScreen }: Transition) {
  const fields = hasScreen ? model.fieldsOf(issue.projectId, issue.workTypeId) : [];
  return Object.fromEntries(fields.map((field) => [field.id, customFieldOnScreen(model, field)]));
}

const transitionBody = z.strictObject({
  transition: z.strictObject({ id: z.coerce.string() }),
  fields: z.record(z.string(), z.unknown()).default({}),
});

/** Moves the issue and sets the fields of the transition's screen: both or neither. */
function performTransition(call: RouteCall): void {
  const { model, caller } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  requireProjectPermission(caller, 'TRANSITION_ISSUES', model.projectOf(issue));
  const { transition: wanted, fields } = readBody(call, transitionBody);
  const transition = transitionsFrom(issue.status).find(({ id }) => id === wanted.id);
  if (!transition) {
    throw invalid(
      `The transition '${wanted.id}' is not valid for the current state of this issue.`,
    );
  }
  const screen = screenFields(model, issue, transition);
  refuseOffScreen(Object.keys(fields).filter((id) => !Object.hasOwn(screen, id)));
  const changes = readFieldChanges(model, issue, fields);
  model.writes.add(issue);
  applyChanges(issue, changes);
  issue.status = transition.to;
  issue.updated = model.now().toISOString();
}
