import * as z from 'zod';
import { installation } from '../forge/invocation';
import { findModule } from '../forge/modules';
import type { OpenModule } from '../forge/modules';
import type { Account } from '../jira/accounts';
import { invalid, notVisible } from '../jira/jira-error';
import { profileOf } from '../jira/profiles';
import { requireAdministrator } from '../jira/permissions';
import type { Caller } from '../jira/request';
import type { CustomField, Issue, Project, WorkType } from '../jira/state';
import { moduleAri } from './app-declarations';
import type { Sandbox } from './sandbox';

const hint = z.object({
  fieldId: z.string().optional(),
  issueKey: z.string().optional(),
  projectKey: z.string().optional(),
  issueTypeId: z.string().optional(),
  fieldContextId: z.string().optional(),
  transitionId: z.string().optional(),
  fieldValue: z.unknown().optional(),
  renderContext: z.string().default(''),
  /** The whole address of the page around a project page. */
  location: z.string().optional(),
});

/** Where on the screen a resource of the app stands, as the browser names it. */
export const extensionPoint = z.object({
  moduleKey: z.string(),
  entryPoint: z.enum(['view', 'edit', 'contextConfig', 'page']),
  extensionHint: hint.default({ renderContext: '' }),
});
export type ExtensionPoint = z.infer<typeof extensionPoint>;
type Hint = z.infer<typeof hint>;

/** `FullContext` of \@forge/bridge, without its `extension` and theme. */
export function baseContext(sandbox: Sandbox, account: Account, moduleKey: string) {
  const { locale, timeZone } = profileOf(sandbox.jira.model, account.accountId);
  return {
    accountId: account.accountId,
    cloudId: installation.cloudId,
    environmentId: installation.environmentId,
    environmentType: installation.environmentType,
    localId: moduleAri(sandbox.manifest, moduleKey),
    locale,
    moduleKey,
    siteUrl: sandbox.siteUrl,
    timezone: timeZone,
  };
}

/**
 * What the platform tells the app about a place in Jira, from Jira's own facts.
 * @throws {JiraError} where the person cannot be at that place.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#extension-data
 */
export function extensionOf(sandbox: Sandbox, account: Account, point: ExtensionPoint) {
  const module = findModule(sandbox.manifest, point.moduleKey);
  if (!module) throw notVisible(`The module '${point.moduleKey}'`);
  const caller: Caller = { kind: 'person', accountId: account.accountId };
  if (module.type === 'jira:projectPage') {
    return projectPageExtension(sandbox, caller, point.extensionHint);
  }
  if (module.type !== 'jira:customFieldType') return { type: module.type };
  const { model } = sandbox.jira;
  const field = model.getField(point.extensionHint.fieldId ?? '');
  if (field.typeKey !== module.key) throw invalid(`${field.id} is not of the type ${module.key}.`);
  const place = { sandbox, caller, module, field };
  return point.entryPoint === 'contextConfig'
    ? configurationExtension(place, point.extensionHint)
    : valueExtension(place, point.entryPoint, point.extensionHint);
}

/** Without `board`: the sandbox has none. */
function projectPageExtension({ jira }: Sandbox, caller: Caller, { projectKey, location }: Hint) {
  const project = jira.model.getProject(caller, projectKey ?? '');
  return { type: 'jira:projectPage', project: projectFacts(project), location };
}

interface Place {
  sandbox: Sandbox;
  caller: Caller;
  module: OpenModule;
  field: CustomField;
}

function configurationExtension({ sandbox, caller, module, field }: Place, hint: Hint) {
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

function valueExtension(place: Place, entryPoint: ExtensionPoint['entryPoint'], hint: Hint) {
  const { sandbox, module, field } = place;
  return {
    type: module.type,
    entryPoint,
    fieldId: field.id,
    fieldType: moduleAri(sandbox.manifest, module.key),
    fieldValue: hint.fieldValue ?? null,
    renderContext: hint.renderContext,
    experience: hint.renderContext,
    ...(hint.renderContext === 'issue-create'
      ? createScreen(place, hint)
      : issueScreen(place, hint)),
  };
}

function createScreen({ sandbox, caller, field }: Place, { projectKey, issueTypeId }: Hint) {
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

function issueScreen({ sandbox, caller, field }: Place, { issueKey, transitionId }: Hint) {
  const { model } = sandbox.jira;
  const issue = model.getIssue(caller, issueKey ?? '');
  return {
    project: projectFacts(model.projectOf(issue)),
    issue: { ...issueFacts(issue), ...workTypeFacts(model.workTypeOf(issue)) },
    ...(transitionId !== undefined && { issueTransition: { id: transitionId } }),
    ...configurationFacts(sandbox, field, issue.projectId, issue.workTypeId),
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
