import * as z from 'zod';
import { applyChanges, readFieldChanges, refuseOffScreen } from '../jira/issue-fields';
import { invalid, JiraError, notModelled } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { newIssue } from '../jira/new-issue';
import { requireProjectPermission } from '../jira/permissions';
import { fieldFactsOf, fieldSelectionOf, issueBean, renderedFieldsOf } from './representations';
import type { Caller } from '../jira/jira-caller';
import type { JiraReply } from './jira-request';
import { parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { Project } from '../jira/state';

export const issueRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/issue/{issueIdOrKey}',
    scopes: [['read:jira-work'], ['read:issue:jira', 'read:issue-meta:jira']],
    answer: getIssue,
  },
  {
    method: 'POST',
    path: '/issue',
    scopes: [['write:jira-work'], ['write:issue:jira']],
    answer: createIssue,
  },
  {
    method: 'PUT',
    path: '/issue/{issueIdOrKey}',
    scopes: [['write:jira-work'], ['write:issue:jira']],
    answer: editIssue,
  },
];

/** `expand` adds `renderedFields` (the formatted text of custom fields), `names` and `schema`. */
function getIssue(call: RouteCall): JiraReply {
  const { model, caller, query } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  const names = query.getAll('fields').flatMap((list) => list.split(','));
  const selection = fieldSelectionOf(names, true);
  const expansions = query.get('expand')?.split(',') ?? [];
  const facts = fieldFactsOf(model, issue, selection);
  return {
    status: 200,
    body: {
      ...issueBean(model, issue, selection),
      ...(expansions.includes('names') && { names: facts.names }),
      ...(expansions.includes('schema') && { schema: facts.schema }),
      ...(expansions.includes('renderedFields') && {
        renderedFields: renderedFieldsOf(model, issue, selection),
      }),
    },
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

function createIssue(call: RouteCall): JiraReply {
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
  return { status: 201, body: { id: issue.id, key: issue.key, self } };
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

function editIssue(call: RouteCall): JiraReply {
  const { model, caller } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  requireProjectPermission(caller, 'EDIT_ISSUES', model.projectOf(issue));
  const { fields } = readBody(call, issueEdit);
  if (Object.keys(fields).length === 0) throw invalid("one of 'fields' or 'update' required");
  if (!model.editableFieldsOf(caller, issue)) {
    throw invalid('The status of this issue keeps it from being edited.');
  }
  refuseOffScreen(Object.keys(fields).filter((id) => model.editScreensLack.has(id)));
  const changes = readFieldChanges(model, issue, fields);
  model.writes.add(issue);
  applyChanges(issue, changes);
  issue.updated = model.now().toISOString();
  return { status: 204 };
}
