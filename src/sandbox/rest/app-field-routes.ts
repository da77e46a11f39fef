import * as z from 'zod';
import { forbidden, invalid, notModelled } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { hasGlobalPermission } from '../jira/permissions';
import type { Route, RouteCall } from './route';
import { pageOf, parameter, readBody } from './route';
import type { CustomField, FieldContext, Issue } from '../jira/state';
import { applyChanges } from '../jira/issue-fields';

const administration = ['manage:jira-configuration'];
const reading = [administration, ['read:custom-field-contextual-configuration:jira']];
const writing = [administration, ['write:custom-field-contextual-configuration:jira']];
const values = [['write:app-data:jira']];
const fieldPath = '/app/field/{fieldIdOrKey}';
const configurationPath = `${fieldPath}/context/configuration`;

/**
 * The configuration of each context of an app's field, and its values, which only the app itself writes: whatever
 * people may do with the issues, and without the validation that edits pass.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-values--apps-/
 */
export const appFieldRoutes: readonly Route[] = [
  { method: 'GET', path: configurationPath, scopes: reading, answer: listConfigurations },
  { method: 'PUT', path: configurationPath, scopes: writing, answer: updateConfigurations },
  { method: 'PUT', path: `${fieldPath}/value`, scopes: values, status: 204, answer: updateValues },
];

/** @throws {JiraError} 403 for people who do not administer Jira; the app needs no permission. */
function fieldOf(call: RouteCall): CustomField {
  const { model, caller } = call;
  if (caller.kind !== 'app' && !hasGlobalPermission(caller, 'ADMINISTER')) {
    throw forbidden(
      'The request was made by a user who does not have Administer Jira global permission and by no app that provided the custom field type.',
    );
  }
  return model.getField(parameter(call, 'fieldIdOrKey'));
}

const filters = z
  .object({
    issueId: z.string().regex(/^\d+$/).optional(),
    projectKeyOrId: z.string().optional(),
    issueTypeId: z.string().optional(),
  })
  .refine(
    ({ issueId, projectKeyOrId, issueTypeId }) =>
      (projectKeyOrId === undefined) === (issueTypeId === undefined) &&
      (issueId === undefined || issueTypeId === undefined),
    'projectKeyOrId and issueTypeId are only valid together, and without issueId.',
  );

/** Names that Jira does not know are ignored, as it does: `issueid` finds every configuration. */
function listConfigurations(call: RouteCall): object {
  const field = fieldOf(call);
  const others = ['id', 'fieldContextId'].filter((filter) => call.query.has(filter));
  if (others.length > 0) throw notModelled(`the filter ${others.join()} of configurations`);
  const parsed = filters.safeParse(Object.fromEntries(call.query));
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ message }) => message).join(' '));
  const contexts = filterContexts(call.model, field, parsed.data);
  return pageOf(call, contexts.map(configurationBean));
}

function configurationBean({ configurationId, id, configuration }: FieldContext) {
  return {
    id: configurationId,
    fieldContextId: id,
    ...(configuration !== undefined && { configuration }),
  };
}
export type ConfigurationBean = ReturnType<typeof configurationBean>;

function filterContexts(
  model: JiraModel,
  field: CustomField,
  { issueId, projectKeyOrId, issueTypeId }: z.infer<typeof filters>,
): readonly FieldContext[] {
  if (issueId !== undefined) {
    const issue = model.findIssue(issueId);
    return issue ? contextFor(model, field, issue.projectId, issue.workTypeId) : [];
  }
  if (projectKeyOrId !== undefined && issueTypeId !== undefined) {
    const project = model.state.projects.find(
      (candidate) => candidate.id === projectKeyOrId || candidate.key === projectKeyOrId,
    );
    return project ? contextFor(model, field, project.id, issueTypeId) : [];
  }
  return field.contexts;
}

function contextFor(model: JiraModel, field: CustomField, projectId: string, workTypeId: string) {
  const context = model.findContext(field, projectId, workTypeId);
  return context ? [context] : [];
}

const configurationUpdates = z.strictObject({
  configurations: z
    .array(z.strictObject({ id: z.coerce.string(), configuration: z.unknown().optional() }))
    .min(1)
    .max(1000),
});

/** An entry without `configuration` clears it. */
function updateConfigurations(call: RouteCall): object {
  const field = fieldOf(call);
  const { configurations } = readBody(call, configurationUpdates);
  const changes = configurations.map(({ id, configuration }) => {
    const context = field.contexts.find((candidate) => candidate.configurationId === id);
    if (!context) throw invalid(`The configuration '${id}' was not found.`);
    return { context, configuration };
  });
  for (const { context, configuration } of changes) {
    if (configuration === undefined || configuration === null) delete context.configuration;
    else context.configuration = configuration;
  }
  return {};
}

const update = z.strictObject({
  issueIds: z.array(z.int()).min(1),
  /** `null` clears the field. */
  value: z.unknown(),
});
const fieldUpdates = z.strictObject({ updates: z.array(update) });

interface Change {
  issue: Issue;
  value: unknown;
}

/**
 * Everything is checked before anything is written. With `generateChangelog=false` the issue doesn't count as updated.
 * @throws {JiraError} 403 for people, also if the app calls for them
 */
function updateValues(call: RouteCall): void {
  const { model, query, caller } = call;
  if (caller.kind !== 'app') {
    throw forbidden('The request is not authenticated as the app that provided all the fields.');
  }
  const field = model.getField(parameter(call, 'fieldIdOrKey'));
  const { updates } = readBody(call, fieldUpdates);
  const changes = updates.flatMap((entry) => changesOf(call, field, entry));
  refuseRepeated(changes);
  for (const { issue } of changes) model.writes.add(issue);
  const countsAsUpdate = query.get('generateChangelog') !== 'false';
  for (const { issue, value } of changes) {
    applyChanges(issue, { values: { [field.id]: value } });
    if (countsAsUpdate) issue.updated = model.now().toISOString();
  }
}

/** @throws {JiraError} 400 for an issue that does not have the field, and a value of another shape */
function changesOf(
  { model }: RouteCall,
  field: CustomField,
  { issueIds, value }: z.infer<typeof update>,
): Change[] {
  const refusal = model.typeOf(field).refuseShape(value);
  if (refusal !== undefined) throw invalid(refusal);
  return issueIds.map((id) => {
    const issue = model.state.issues.find((candidate) => candidate.id === String(id));
    if (!issue || !model.findContext(field, issue.projectId, issue.workTypeId)) {
      throw invalid(`The issue '${id}' does not exist or does not have the field '${field.id}'.`);
    }
    return { issue, value };
  });
}

/** @throws {JiraError} 400 for an issue that is named twice */
function refuseRepeated(changes: readonly Change[]): void {
  const seen = new Set<string>();
  for (const { issue } of changes) {
    if (seen.has(issue.id)) throw invalid(`Issue '${issue.id}' is updated twice.`);
    seen.add(issue.id);
  }
}
