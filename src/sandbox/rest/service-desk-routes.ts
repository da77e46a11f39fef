import type { JiraError } from '../jira/jira-error';
import { formFieldsOf, getRequestType, getServiceDesk } from '../jira/portal';
import type { JiraModel } from '../jira/model';
import { customFieldOnScreen } from './representations';
import type { FieldSchema } from './representations';
import type { JiraReply } from './jira-request';
import { parameter } from './route';
import type { Route, RouteCall } from './route';
import type { RequestType, ServiceDesk } from '../jira/state';
import { readListPage } from './service-desk-pages';

const deskPath = '/servicedesk/{serviceDeskId}';
const typePath = `${deskPath}/requesttype/{requestTypeId}`;
const typeScopes = [['read:servicedesk-request'], ['read:requesttype:jira-service-management']];

/**
 * Below `/rest/servicedeskapi`.
 * @see https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-servicedesk/
 */
export const serviceDeskRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: deskPath,
    scopes: [['read:servicedesk-request'], ['read:servicedesk:jira-service-management']],
    answer: (call) => ({ status: 200, body: deskBean(call.model, findDesk(call)) }),
  },
  { method: 'GET', path: `${deskPath}/requesttype`, scopes: typeScopes, answer: listTypes },
  {
    method: 'GET',
    path: typePath,
    scopes: typeScopes,
    answer: (call) => ({ status: 200, body: typeBean(findDesk(call), findType(call)) }),
  },
  { method: 'GET', path: `${typePath}/field`, scopes: typeScopes, answer: listFields },
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

function listTypes(call: RouteCall): JiraReply {
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

function listFields(call: RouteCall): JiraReply {
  const { model } = call;
  const custom = formFieldsOf(model, findDesk(call), findType(call)).map((field) => ({
    ...customFieldOnScreen(model, field),
    description: field.description,
  }));
  return {
    status: 200,
    body: {
      requestTypeFields: [
        formField('summary', 'Summary', true, { type: 'string', system: 'summary' }),
        formField('description', 'Description', false, { type: 'string', system: 'description' }),
        ...custom.map(({ fieldId, name, required, schema, description }) => ({
          ...formField(fieldId, name, required, schema),
          description,
        })),
      ],
      canRaiseOnBehalfOf: false,
      canAddRequestParticipants: true,
    },
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
    errors: body.errors,
  };
}
