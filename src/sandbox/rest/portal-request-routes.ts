import * as z from 'zod';
import { findAccountById } from '../jira/accounts';
import { applyChanges, readFieldChanges } from '../jira/issue-fields';
import { JiraError, notAuthenticated } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { newIssue } from '../jira/new-issue';
import {
  findPortalRequest,
  formFieldsOf,
  getPortalRequest,
  getRequestType,
  getServiceDesk,
  isVisitor,
  takesPart,
} from '../jira/portal';
import type { PortalRequest } from '../jira/portal';
import { statusCategories } from '../jira/workflow';
import { userBean } from './representations';
import type { JiraReply } from './jira-request';
import { parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import { readListPage } from './service-desk-pages';

const readScopes = [['read:servicedesk-request'], ['read:request:jira-service-management']];
const writeScopes = [['write:servicedesk-request'], ['write:request:jira-service-management']];
const requestPath = '/request/{issueIdOrKey}';

/**
 * Below `/rest/servicedeskapi`.
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-request/
 */
export const portalRequestRoutes: readonly Route[] = [
  { method: 'GET', path: '/request', scopes: readScopes, answer: listRequests },
  { method: 'POST', path: '/request', scopes: writeScopes, answer: createRequest },
  {
    method: 'GET',
    path: requestPath,
    scopes: readScopes,
    answer: (call) => ({ status: 200, body: requestBean(call.model, findRequest(call)) }),
  },
  {
    method: 'POST',
    path: `${requestPath}/participant`,
    scopes: writeScopes,
    answer: addParticipants,
  },
];

function findRequest(call: RouteCall): PortalRequest {
  return getPortalRequest(call.model, call.caller, parameter(call, 'issueIdOrKey'));
}

/** Those that the caller raised or takes part in, the latest first. */
function listRequests(call: RouteCall): JiraReply {
  const { model, caller } = call;
  if (isVisitor(caller)) throw notAuthenticated();
  const own = model.state.issues
    .flatMap((issue) => findPortalRequest(model, issue) ?? [])
    .filter((request) => takesPart(caller, request))
    .sort((one, other) => other.issue.created.localeCompare(one.issue.created));
  return readListPage(
    call,
    own.map((request) => requestBean(model, request)),
  );
}

const newRequest = z.strictObject({
  serviceDeskId: z.coerce.string(),
  requestTypeId: z.coerce.string(),
  requestFieldValues: z.looseObject({ description: z.string().default('') }),
});

/** By a visitor too, where the portal is public. */
function createRequest(call: RouteCall): JiraReply {
  const { model, caller } = call;
  const { serviceDeskId, requestTypeId, requestFieldValues } = readBody(call, newRequest);
  const desk = getServiceDesk(model, caller, serviceDeskId);
  const requestType = getRequestType(desk, requestTypeId);
  const onForm = formFieldsOf(model, desk, requestType).map(({ id }) => id);
  requireOnForm(requestFieldValues, ['summary', 'description', ...onForm]);

  const place = { projectId: desk.projectId, workTypeId: requestType.workTypeId };
  const { summary = '', description, ...values } = requestFieldValues;
  const text = { summary, description: documentOf(description) };
  const changes = readFieldChanges(model, place, { ...text, ...values });
  const issue = newIssue(model, caller, place);
  issue.request = { typeId: requestType.id, participantIds: [] };
  applyChanges(issue, changes);
  model.state.issues.push(issue);
  const request = { issue, desk, requestType, participantIds: [] };
  return { status: 201, body: requestBean(model, request) };
}

/** @throws {JiraError} 400 naming each field that the form does not have */
function requireOnForm(values: object, onForm: readonly string[]): void {
  const others = Object.keys(values).filter((id) => !onForm.includes(id));
  if (others.length === 0) return;
  const errors = others.map((id) => [id, `The request type has no field '${id}'.`] as const);
  throw new JiraError(400, [], Object.fromEntries(errors));
}

function documentOf(text: string) {
  if (text.trim() === '') return null;
  const content = text.split('\n').map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  }));
  return { type: 'doc', version: 1, content };
}

const participants = z.strictObject({ accountIds: z.array(z.string()).min(1) });

function addParticipants(call: RouteCall): JiraReply {
  const { participantIds } = findRequest(call);
  const { accountIds } = readBody(call, participants);
  const unknown = accountIds.find((id) => !findAccountById(id)?.email);
  if (unknown !== undefined) throw new JiraError(400, [`There is no customer '${unknown}'.`]);
  participantIds.push(...accountIds.filter((id) => !participantIds.includes(id)));
  return readListPage(call, participantIds.map(userBean));
}

function requestBean(model: JiraModel, { issue, desk, requestType }: PortalRequest) {
  const { id, key, summary, status, created, reporterId } = issue;
  const custom = formFieldsOf(model, desk, requestType).map((field) => ({
    fieldId: field.id,
    label: field.name,
    value: issue.values[field.id] ?? null,
  }));
  return {
    issueId: id,
    issueKey: key,
    summary,
    requestTypeId: requestType.id,
    serviceDeskId: desk.id,
    createdDate: { iso8601: created, epochMillis: Date.parse(created) },
    reporter: userBean(reporterId),
    requestFieldValues: [
      { fieldId: 'summary', label: 'Summary', value: summary },
      { fieldId: 'description', label: 'Description', value: issue.description },
      ...custom,
    ],
    currentStatus: { status, statusCategory: statusCategories[status].key.toUpperCase() },
  };
}
export type PortalRequestBean = ReturnType<typeof requestBean>;
