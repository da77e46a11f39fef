import * as z from 'zod';
import {
  formFieldsOf,
  getRequestType,
  getServiceDesk,
  findPortalRequest,
  getPortalRequest,
  isVisitor,
  isReporter,
} from '../jira/portal';
import type { JiraModel } from '../jira/model';
import { customFieldOnScreen, userBean } from './representations';
import type { FieldSchema } from './representations';
import type { Route, RouteCall } from './route';
import { parameter, readBody, readPage } from './route';
import type { RequestType, ServiceDesk } from '../jira/state';
import { applyChanges, readFieldChanges, newIssue } from '../jira/issue-fields';
import { JiraError, notAuthenticated } from '../jira/jira-error';
import type { PortalRequest } from '../jira/portal';
import { statusCategories } from '../jira/state';

const readScopes = [['read:servicedesk-request'], ['read:request:jira-service-management']];
const writeScopes = [['write:servicedesk-request'], ['write:request:jira-service-management']];
const requestPath = '/request/{issueIdOrKey}';
const deskPath = '/servicedesk/{serviceDeskId}';
const typePath = `${deskPath}/requesttype/{requestTypeId}`;
const typeScopes = [['read:servicedesk-request'], ['read:requesttype:jira-service-management']];

/**
 * Below `/rest/servicedeskapi`.
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-servicedesk/
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-request/
 */
export const portalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: deskPath,
    scopes: [['read:servicedesk-request'], ['read:servicedesk:jira-service-management']],
    answer: (call) => deskBean(call.model, findDesk(call)),
  },
  { method: 'GET', path: `${deskPath}/requesttype`, scopes: typeScopes, answer: listTypes },
  {
    method: 'GET',
    path: typePath,
    scopes: typeScopes,
    answer: (call) => typeBean(findDesk(call), findType(call)),
  },
  { method: 'GET', path: `${typePath}/field`, scopes: typeScopes, answer: listFields },
  { method: 'GET', path: '/request', scopes: readScopes, answer: listRequests },
  { method: 'POST', path: '/request', scopes: writeScopes, status: 201, answer: createRequest },
  {
    method: 'GET',
    path: requestPath,
    scopes: readScopes,
    answer: (call) => requestBean(call.model, findRequest(call)),
  },
];

function findDesk(call: RouteCall): ServiceDesk {
  return getServiceDesk(call.model, call.caller, parameter(call, 'serviceDeskId'));
}

function findType(call: RouteCall): RequestType {
  return getRequestType(findDesk(call), parameter(call, 'requestTypeId'));
}

function deskBean(model: JiraModel, { id, projectId }: ServiceDesk) {
  const { name, key } = model.projectOf({ projectId });
  return { id, projectId, projectName: name, projectKey: key };
}
export type ServiceDeskBean = ReturnType<typeof deskBean>;

function listTypes(call: RouteCall): object {
  const desk = findDesk(call);
  return readListPage(
    call,
    desk.requestTypes.map((requestType) => typeBean(desk, requestType)),
  );
}

function typeBean({ id: serviceDeskId }: ServiceDesk, requestType: RequestType) {
  const { id, name, description, workTypeId: issueTypeId } = requestType;
  return { id, name, description, helpText: '', issueTypeId, serviceDeskId, groupIds: [] };
}
export type RequestTypeBean = ReturnType<typeof typeBean>;

function listFields(call: RouteCall): object {
  const { model } = call;
  const custom = formFieldsOf(model, findDesk(call), findType(call)).map((field) => {
    const { fieldId, name, required, schema } = customFieldOnScreen(model, field);
    return { ...formField(fieldId, name, required, schema), description: field.description };
  });
  return {
    requestTypeFields: [
      formField('summary', 'Summary', true, { type: 'string', system: 'summary' }),
      formField('description', 'Description', false, { type: 'string', system: 'description' }),
      ...custom,
    ],
    canRaiseOnBehalfOf: false,
    canAddRequestParticipants: false,
  };
}

function formField(fieldId: string, name: string, required: boolean, jiraSchema: FieldSchema) {
  return {
    ...{ fieldId, name, description: '', required, jiraSchema },
    ...{ defaultValues: [], validValues: [], visible: true },
  };
}
export type FormFieldBean = ReturnType<typeof formField>;

/**
 * The API's error body; its texts by field are an addition, for the form of the sandbox's portal.
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/#status-codes
 */
export function serviceDeskErrorBody({ message, status, body }: JiraError) {
  return {
    errorMessage: message,
    i18nErrorMessage: { i18nKey: `sandbox.error.${status}`, parameters: [] },
    errors: body.errors ?? {},
  };
}

function findRequest(call: RouteCall): PortalRequest {
  return getPortalRequest(call.model, call.caller, parameter(call, 'issueIdOrKey'));
}

/** Those that the caller raised, the latest first. */
function listRequests(call: RouteCall): object {
  const { model, caller } = call;
  if (isVisitor(caller)) throw notAuthenticated();
  const own = model.state.issues
    .flatMap((issue) => findPortalRequest(model, issue) ?? [])
    .filter((request) => isReporter(caller, request))
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

/** Visitors may do this too, if the portal is public. */
function createRequest(call: RouteCall): object {
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
  issue.request = { typeId: requestType.id };
  applyChanges(issue, changes);
  model.state.issues.push(issue);
  return requestBean(model, { issue, desk, requestType });
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

/**
 * Answers with the page of a list in the shape of the service desk's API.
 * @throws {JiraError} 400 for a `start` or `limit` out of range
 */
function readListPage(call: RouteCall, items: readonly unknown[]): object {
  const names = ['start', 'limit'] as const;
  const page = readPage(call, items, { defaultResults: 50, maximumResults: 100, names });
  const { startAt: start, maxResults: limit, isLast: isLastPage, values } = page;
  return { size: values.length, start, limit, isLastPage, values };
}
