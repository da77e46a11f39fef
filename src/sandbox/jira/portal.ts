import { accountTypeOf } from './accounts';
import type { Caller } from './accounts';
import { JiraError, notAuthenticated } from './jira-error';
import type { JiraModel } from './model';
import { hasProjectPermission } from './permissions';
import type { CustomField, Issue, RequestType, ServiceDesk } from './state';

/** Who may see what on the portals; methods that `get` throw what the service desk's API answers. */

/** @throws {JiraError} 401 for a visitor of a portal that is not public, 404 if there is none. */
export function getServiceDesk(model: JiraModel, caller: Caller, id: string): ServiceDesk {
  if (isVisitor(caller) && !model.switches.portalsArePublic) throw notAuthenticated();
  const desk = model.state.serviceDesks.find((candidate) => candidate.id === id);
  if (!desk) throw new JiraError(404, ['The service desk was not found.']);
  return desk;
}

/** @throws {JiraError} 404 */
export function getRequestType({ requestTypes }: ServiceDesk, id: string): RequestType {
  const found = requestTypes.find((candidate) => candidate.id === id);
  if (!found) throw new JiraError(404, ['The request type was not found.']);
  return found;
}

/** The app fields of a form: those of the request type that its work type has in the project. */
export function formFieldsOf(
  model: JiraModel,
  { projectId }: ServiceDesk,
  { fieldIds, workTypeId }: RequestType,
): readonly CustomField[] {
  const there = model.fieldsOf(projectId, workTypeId);
  return fieldIds.flatMap((id) => there.filter((field) => field.id === id));
}

export interface PortalRequest {
  issue: Issue;
  desk: ServiceDesk;
  requestType: RequestType;
}

/**
 * Returns what was raised on a portal, `undefined` for other issues and where its request type is
 * gone.
 */
export function findPortalRequest(
  { state }: JiraModel,
  issue: Issue | undefined,
): PortalRequest | undefined {
  const desk = state.serviceDesks.find(({ projectId }) => projectId === issue?.projectId);
  const requestType = desk?.requestTypes.find(({ id }) => id === issue?.request?.typeId);
  return issue && desk && requestType ? { issue, desk, requestType } : undefined;
}

/**
 * Returns a request that the caller raised, or may see as an agent.
 * @throws {JiraError} 401 for a visitor, 404 for everyone else who may not see it
 */
export function getPortalRequest(model: JiraModel, caller: Caller, idOrKey: string): PortalRequest {
  if (isVisitor(caller)) throw notAuthenticated();
  const request = findPortalRequest(model, model.findIssue(idOrKey));
  const isSeen =
    request &&
    (isReporter(caller, request) ||
      hasProjectPermission(caller, 'BROWSE_PROJECTS', model.projectOf(request.issue)));
  if (!isSeen) throw new JiraError(404, ['The request was not found.']);
  return request;
}

export function isReporter(caller: Caller, { issue }: PortalRequest): boolean {
  return caller.kind === 'person' && caller.accountId === issue.reporterId;
}

export function isVisitor(caller: Caller): boolean {
  return caller.kind === 'person' && accountTypeOf(caller.accountId) === 'anonymous';
}
