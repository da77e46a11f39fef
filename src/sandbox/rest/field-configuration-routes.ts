import * as z from 'zod';
import { forbidden, invalid } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { hasGlobalPermission } from '../jira/permissions';
import type { JiraReply } from './jira-request';
import { pageOf, parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { CustomField, FieldContext } from '../jira/state';

/**
 * The configuration of each context of an app's field.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/
 */
export const fieldConfigurationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/app/field/{fieldIdOrKey}/context/configuration',
    scopes: [['manage:jira-configuration'], ['read:custom-field-contextual-configuration:jira']],
    answer: listConfigurations,
  },
  {
    method: 'PUT',
    path: '/app/field/{fieldIdOrKey}/context/configuration',
    scopes: [['manage:jira-configuration'], ['write:custom-field-contextual-configuration:jira']],
    answer: updateConfigurations,
  },
];

/** @throws {JiraError} 403 for people who do not administer Jira; the app needs no permission. */
function fieldOf({ model, caller, ...call }: RouteCall): CustomField {
  if (caller.kind !== 'app' && !hasGlobalPermission(caller, 'ADMINISTER')) {
    throw forbidden(
      'The request was made by a user who does not have Administer Jira global permission and by no app that provided the custom field type.',
    );
  }
  return model.getField(parameter({ model, caller, ...call }, 'fieldIdOrKey'));
}

const filters = z
  .object({
    id: z.string().optional(),
    fieldContextId: z.string().optional(),
    issueId: z.string().regex(/^\d+$/).optional(),
    projectKeyOrId: z.string().optional(),
    issueTypeId: z.string().optional(),
  })
  .refine(
    ({ projectKeyOrId, issueTypeId }) =>
      (projectKeyOrId === undefined) === (issueTypeId === undefined),
    'projectKeyOrId and issueTypeId are only valid together.',
  )
  .refine(
    ({ id, fieldContextId, issueId, projectKeyOrId }) =>
      [id, fieldContextId, issueId, projectKeyOrId].filter((value) => value !== undefined).length <=
      1,
    'The filters id, fieldContextId, issueId and projectKeyOrId exclude each other.',
  );

/** Names that Jira does not know are ignored, as it does: `issueid` finds every configuration. */
function listConfigurations(call: RouteCall): JiraReply {
  const field = fieldOf(call);
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
  { id, fieldContextId, issueId, projectKeyOrId, issueTypeId }: z.infer<typeof filters>,
): readonly FieldContext[] {
  if (id !== undefined) return field.contexts.filter((context) => context.configurationId === id);
  if (fieldContextId !== undefined) {
    return field.contexts.filter((context) => context.id === fieldContextId);
  }
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

const updates = z.strictObject({
  configurations: z
    .array(z.strictObject({ id: z.coerce.string(), configuration: z.unknown().optional() }))
    .min(1)
    .max(1000),
});

/** An entry without `configuration` clears it. */
function updateConfigurations(call: RouteCall): JiraReply {
  const field = fieldOf(call);
  const { configurations } = readBody(call, updates);
  const changes = configurations.map(({ id, configuration }) => {
    const context = field.contexts.find((candidate) => candidate.configurationId === id);
    if (!context) throw invalid(`The configuration '${id}' was not found.`);
    return { context, configuration };
  });
  for (const { context, configuration } of changes) {
    if (configuration === undefined || configuration === null) delete context.configuration;
    else context.configuration = configuration;
  }
  return { status: 200, body: {} };
}
