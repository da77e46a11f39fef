import type { PlaceHint } from '../forge/extension-point';
import type { OpenModule } from '../forge/modules';
import { notVisible } from '../jira/jira-error';
import { hasProjectPermission } from '../jira/permissions';
import { formFieldsOf, getPortalRequest, getRequestType, getServiceDesk } from '../jira/portal';
import type { Caller } from '../jira/jira-caller';
import type {
  CustomField,
  Issue,
  Project,
  RequestType,
  ServiceDesk,
  WorkType,
} from '../jira/state';
import { moduleAri } from './app-declarations';
import type { Sandbox } from './sandbox';

/** A field of the app, and who looks at it. */
export interface FieldPlace {
  sandbox: Sandbox;
  caller: Caller;
  module: OpenModule;
  field: CustomField;
}

/** What the app is told of a field where a value is shown or entered. */
export function valueExtension(place: FieldPlace, entryPoint: string, hint: PlaceHint) {
  const { sandbox, module, field } = place;
  return {
    type: module.type,
    entryPoint,
    fieldId: field.id,
    fieldType: moduleAri(sandbox.manifest, module.key),
    fieldValue: hint.fieldValue ?? null,
    renderContext: hint.renderContext,
    experience: hint.renderContext,
    ...factsOf(place, hint),
  };
}

function factsOf(place: FieldPlace, hint: PlaceHint) {
  switch (hint.renderContext) {
    case 'issue-create':
      return createScreen(place, hint);
    case 'portal-request':
      return requestForm(place, hint);
    case 'portal-view':
      return raisedRequest(place, hint);
    case 'issue-bulk-edit':
      return bulkEdit(place, hint);
    default:
      return issueScreen(place, hint);
  }
}

/** Nothing of a project or a work type: the documentation promises neither on a portal. */
function requestForm(
  { sandbox, caller, field }: FieldPlace,
  { serviceDeskId, requestTypeId }: PlaceHint,
) {
  const { model } = sandbox.jira;
  const desk = getServiceDesk(model, caller, serviceDeskId ?? '');
  const requestType = getRequestType(desk, requestTypeId ?? '');
  if (!formFieldsOf(model, desk, requestType).includes(field)) {
    throw notVisible(`The field '${field.id}' of the request type`);
  }
  return portalFacts(desk, requestType);
}

/** With the value that Jira has, whatever the page says. */
function raisedRequest({ sandbox, caller, field }: FieldPlace, { issueKey }: PlaceHint) {
  const request = getPortalRequest(sandbox.jira.model, caller, issueKey ?? '');
  const { issue, desk, requestType } = request;
  return {
    ...portalFacts(desk, requestType),
    ...(sandbox.switches.portalViewKnowsIssue && placeOfIssue(sandbox, issue)),
    fieldValue: issue.values[field.id] ?? null,
  };
}

function portalFacts(desk: ServiceDesk, requestType: RequestType) {
  return { portal: { id: Number(desk.id) }, request: { typeId: Number(requestType.id) } };
}

/** Of the issues that were chosen, those that the person may see. */
function bulkEdit({ sandbox, caller }: FieldPlace, { issueIds = [] }: PlaceHint) {
  const { model } = sandbox.jira;
  const issues = issueIds
    .flatMap((id) => model.findIssue(id) ?? [])
    .filter((issue) => hasProjectPermission(caller, 'BROWSE_PROJECTS', model.projectOf(issue)));
  const projects = new Set(issues.map((issue) => model.projectOf(issue)));
  return {
    issues: issues.map((issue) => ({
      ...issueFacts(issue),
      ...workTypeFacts(model.workTypeOf(issue)),
    })),
    projects: [...projects].map(projectFacts),
    fieldValue: null,
  };
}

function createScreen(
  { sandbox, caller, field }: FieldPlace,
  { projectKey, issueTypeId }: PlaceHint,
) {
  const { model } = sandbox.jira;
  const project = model.getProject(caller, projectKey ?? '');
  const workType = model.workTypesOf(project).find(({ id }) => id === issueTypeId);
  return {
    project: projectFacts(project),
    ...(workType &&
      sandbox.switches.createScreenKnowsWorkType && { issue: workTypeFacts(workType) }),
    ...(workType && configurationFacts(sandbox, field, project.id, workType.id)),
  };
}

function issueScreen(
  { sandbox, caller, field }: FieldPlace,
  { issueKey, transitionId }: PlaceHint,
) {
  const { model } = sandbox.jira;
  const issue = model.getIssue(caller, issueKey ?? '');
  return {
    ...placeOfIssue(sandbox, issue),
    ...(transitionId !== undefined && { issueTransition: { id: transitionId } }),
    ...configurationFacts(sandbox, field, issue.projectId, issue.workTypeId),
  };
}

function placeOfIssue({ jira: { model } }: Sandbox, issue: Issue) {
  return {
    project: projectFacts(model.projectOf(issue)),
    issue: { ...issueFacts(issue), ...workTypeFacts(model.workTypeOf(issue)) },
  };
}

export function projectFacts({ id, key, projectTypeKey }: Project) {
  return { id, key, type: projectTypeKey };
}

function issueFacts({ id, key }: Issue) {
  return { id, key };
}

function workTypeFacts({ id, name }: WorkType) {
  return { type: name, typeId: id };
}

function configurationFacts(
  { switches, jira }: Sandbox,
  field: CustomField,
  projectId: string,
  workTypeId: string,
) {
  if (!switches.givesConfiguration) return {};
  return { configuration: jira.model.findContext(field, projectId, workTypeId)?.configuration };
}
