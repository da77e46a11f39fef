import * as z from 'zod';
import { applyChanges, readFieldChanges, refuseOffScreen } from '../jira/issue-fields';
import { invalid } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { hasProjectPermission, requireProjectPermission } from '../jira/permissions';
import { customFieldOnScreen, statusBean } from './representations';
import type { JiraReply } from './jira-request';
import { parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { Issue } from '../jira/state';
import { transitionsFrom } from '../jira/workflow';
import type { Transition } from '../jira/workflow';

const path = '/issue/{issueIdOrKey}/transitions';

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-transitions-get */
export const transitionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    scopes: [
      ['read:jira-work'],
      ['read:issue.transition:jira', 'read:status:jira', 'read:field-configuration:jira'],
    ],
    answer: listTransitions,
  },
  {
    method: 'POST',
    path,
    scopes: [['write:jira-work'], ['write:issue:jira', 'write:issue.property:jira']],
    answer: performTransition,
  },
];

/** None for a person who may not move the issue; their screens with `expand=transitions.fields`. */
function listTransitions(call: RouteCall): JiraReply {
  const { model, caller, query } = call;
  const issue = model.getIssue(caller, parameter(call, 'issueIdOrKey'));
  const isAllowed = hasProjectPermission(caller, 'TRANSITION_ISSUES', model.projectOf(issue));
  const wantedId = query.get('transitionId');
  const withFields = query.get('expand')?.split(',').includes('transitions.fields') ?? false;
  const transitions = (isAllowed ? transitionsFrom(issue.status) : [])
    .filter(({ id }) => wantedId === null || id === wantedId)
    .map((transition) => ({
      ...transitionBean(transition),
      ...(withFields && { fields: screenFields(model, issue, transition) }),
    }));
  return { status: 200, body: { expand: 'transitions', transitions } };
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

/** Moves the issue and sets what its screen asked for: both or nothing. */
function performTransition(call: RouteCall): JiraReply {
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
  return { status: 204 };
}
