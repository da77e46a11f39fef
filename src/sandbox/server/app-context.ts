import type { ExtensionPoint, PlaceHint } from '../forge/extension-point';
import { installation } from '../forge/invocation';
import { findModule, appIdOf } from '../forge/modules';
import type { Account, Caller } from '../jira/accounts';
import { profileOf } from '../jira/accounts';
import { invalid, notVisible } from '../jira/jira-error';
import { requireAdministrator, hasProjectPermission } from '../jira/permissions';
import type { Sandbox } from './sandbox';
import type { OpenModule } from '../forge/modules';
import { formFieldsOf, getPortalRequest, getRequestType, getServiceDesk } from '../jira/portal';
import type {
  CustomField,
  Issue,
  Project,
  RequestType,
  ServiceDesk,
  WorkType,
} from '../jira/state';
import type { Manifest } from '../forge/manifest';
import { fieldTypeOf } from '../jira/field-type';
import type { FieldType } from '../jira/field-type';
import type { AppFunction } from '../jql/app-functions';

/** `FullContext` of \@forge/bridge, without its `extension` and theme. */
export function baseContext(sandbox: Sandbox, account: Account, moduleKey: string) {
  const { locale, timeZone } = profileOf(sandbox.jira.model, account.accountId);
  const { contextLacks } = sandbox.switches;
  return {
    ...(account.accountType !== 'anonymous' && { accountId: account.accountId }),
    cloudId: installation.cloudId,
    environmentId: installation.environmentId,
    environmentType: installation.environmentType,
    localId: moduleAri(sandbox.manifest, moduleKey),
    ...(!contextLacks.includes('locale') && { locale }),
    moduleKey,
    siteUrl: sandbox.siteUrl,
    ...(!contextLacks.includes('timezone') && { timezone: timeZone }),
  };
}

/**
 * What the platform tells the app about a place in Jira, from Jira's own facts.
 * @throws {JiraError} if the person cannot be at that place.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#extension-data
 */
export function extensionOf(sandbox: Sandbox, account: Account, point: ExtensionPoint) {
  const module = findModule(sandbox.manifest, point.moduleKey);
  if (!module) throw notVisible(`The module '${point.moduleKey}'`);
  const caller: Caller = { kind: 'person', accountId: account.accountId };
  if (module.type === 'jira:projectPage') {
    return projectPageExtension(sandbox, caller, point.extensionHint);
  }
  if (module.type !== 'jira:customFieldType') {
    return { type: module.type, ...pageFacts(sandbox, point.extensionHint) };
  }
  const { model } = sandbox.jira;
  const field = model.getField(point.extensionHint.fieldId ?? '');
  if (field.typeKey !== module.key) throw invalid(`${field.id} is not of the type ${module.key}.`);
  const place = { sandbox, caller, module, field };
  return point.entryPoint === 'contextConfig'
    ? configurationExtension(place, point.extensionHint)
    : valueExtension(place, point.entryPoint, point.extensionHint);
}

function pageFacts({ switches }: Sandbox, { location }: PlaceHint) {
  return switches.contextLacks.includes('location') ? {} : { location };
}

/** Without `board`, because the sandbox has no boards. */
function projectPageExtension(
  { jira }: Sandbox,
  caller: Caller,
  { projectKey, location }: PlaceHint,
) {
  const project = jira.model.getProject(caller, projectKey ?? '');
  return { type: 'jira:projectPage', project: projectFacts(project), location };
}

function configurationExtension({ sandbox, caller, module, field }: FieldPlace, hint: PlaceHint) {
  requireAdministrator(caller);
  const context = field.contexts.find(({ id }) => id === hint.fieldContextId);
  if (!context) throw notVisible(`The context '${hint.fieldContextId ?? ''}'`);
  return {
    type: module.type,
    entryPoint: 'contextConfig',
    fieldId: field.id,
    fieldType: moduleAri(sandbox.manifest, module.key),
    configurationId: Number(context.configurationId),
    fieldContextId: Number(context.id),
    configuration: context.configuration,
  };
}

/** A field of the app, and who looks at it. */
interface FieldPlace {
  sandbox: Sandbox;
  caller: Caller;
  module: OpenModule;
  field: CustomField;
}

/** What the app is told of a field where a value is shown or entered. */
function valueExtension(place: FieldPlace, entryPoint: string, hint: PlaceHint) {
  const { sandbox, module, field } = place;
  return {
    type: module.type,
    entryPoint,
    fieldId: field.id,
    fieldType: moduleAri(sandbox.manifest, module.key),
    fieldValue: hint.fieldValue ?? null,
    renderContext: hint.renderContext,
    experience: hint.renderContext,
    ...(factsOfScreen.get(hint.renderContext) ?? issueScreen)(place, hint),
  };
}

/** By the platform's name of the screen; every other one is of an issue. */
const factsOfScreen = new Map<string, (place: FieldPlace, hint: PlaceHint) => object>([
  ['issue-create', createScreen],
  ['portal-request', requestForm],
  ['portal-view', raisedRequest],
  ['issue-bulk-edit', bulkEdit],
]);

/** Has no project and no work type: the documentation promises neither on a portal. */
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

function projectFacts({ id, key, projectTypeKey }: Project) {
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

/** The id under which Jira knows a module of the app. */
export function moduleAri(manifest: Manifest, moduleKey: string): string {
  return `ari:cloud:ecosystem::extension/${appIdOf(manifest)}/${installation.environmentId}/static/${moduleKey}`;
}

export function fieldTypesOf(manifest: Manifest): readonly FieldType[] {
  return manifest.modules['jira:customFieldType'].map((module) =>
    fieldTypeOf({ ...module, ari: moduleAri(manifest, module.key) }),
  );
}

export function jqlFunctionsOf(manifest: Manifest): readonly AppFunction[] {
  return manifest.modules['jira:jqlFunction'].map(({ key, name, types, operators, ...more }) => ({
    functionKey: moduleAri(manifest, key),
    arguments: more.arguments,
    ...{ name, types, operators },
  }));
}
