import type { ExtensionPoint, PlaceHint } from '../forge/extension-point';
import { installation } from '../forge/invocation';
import { findModule } from '../forge/modules';
import type { Account } from '../jira/accounts';
import { invalid, notVisible } from '../jira/jira-error';
import { profileOf } from '../jira/profiles';
import { requireAdministrator } from '../jira/permissions';
import type { Caller } from '../jira/jira-caller';
import { moduleAri } from './app-declarations';
import { projectFacts, valueExtension } from './field-places';
import type { FieldPlace } from './field-places';
import type { Sandbox } from './sandbox';

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
