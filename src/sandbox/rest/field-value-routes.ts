import * as z from 'zod';
import { applyChanges } from '../jira/issue-fields';
import { forbidden, invalid } from '../jira/jira-error';
import type { JiraReply } from './jira-request';
import { parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { CustomField, Issue } from '../jira/state';

const scopes = [['write:app-data:jira']];

/**
 * Values of an app's fields, written by the app itself: whatever people may do with the issues,
 * and without the validation that edits pass.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-values--apps-/
 */
export const fieldValueRoutes: readonly Route[] = [
  { method: 'PUT', path: '/app/field/{fieldIdOrKey}/value', scopes, answer: updateOneField },
  { method: 'POST', path: '/app/field/value', scopes, answer: updateFields },
];

const update = z.strictObject({
  issueIds: z.array(z.int()).min(1),
  /** `null` clears the field. */
  value: z.unknown(),
});
const fieldUpdates = z.strictObject({ updates: z.array(update) });
const updates = z.strictObject({ updates: z.array(update.extend({ customField: z.string() })) });

/** @throws {JiraError} 403 for people, also if the app calls for them */
function requireApp({ caller }: RouteCall): void {
  if (caller.kind !== 'app') {
    throw forbidden('The request is not authenticated as the app that provided all the fields.');
  }
}

function updateOneField(call: RouteCall): JiraReply {
  requireApp(call);
  const field = call.model.getField(parameter(call, 'fieldIdOrKey'));
  return write(
    call,
    readBody(call, fieldUpdates).updates.map((entry) => ({ ...entry, field })),
  );
}

function updateFields(call: RouteCall): JiraReply {
  requireApp(call);
  return write(
    call,
    readBody(call, updates).updates.map(({ customField, ...entry }) => ({
      ...entry,
      field: call.model.getField(customField),
    })),
  );
}

interface FieldUpdate extends z.infer<typeof update> {
  field: CustomField;
}

interface Change {
  issue: Issue;
  field: CustomField;
  value: unknown;
}

/** Everything is checked before anything is written. With `generateChangelog=false` the issue doesn't count as updated. */
function write(call: RouteCall, wanted: readonly FieldUpdate[]): JiraReply {
  const { model, query } = call;
  const changes = wanted.flatMap((entry) => changesOf(call, entry));
  refuseRepeated(changes);
  for (const issue of new Set(changes.map((change) => change.issue))) model.writes.add(issue);
  const countsAsUpdate = query.get('generateChangelog') !== 'false';
  for (const { issue, field, value } of changes) {
    applyChanges(issue, { values: { [field.id]: value } });
    if (countsAsUpdate) issue.updated = model.now().toISOString();
  }
  return { status: 204 };
}

/** @throws {JiraError} 400 for an issue that does not have the field, and a value of another shape */
function changesOf({ model }: RouteCall, { field, issueIds, value }: FieldUpdate): Change[] {
  const refusal = model.typeOf(field).refuseShape(value);
  if (refusal !== undefined) throw invalid(refusal);
  return issueIds.map((id) => {
    const issue = model.state.issues.find((candidate) => candidate.id === String(id));
    if (!issue || !model.findContext(field, issue.projectId, issue.workTypeId)) {
      throw invalid(`The issue '${id}' does not exist or does not have the field '${field.id}'.`);
    }
    return { issue, field, value };
  });
}

/** @throws {JiraError} 400 */
function refuseRepeated(changes: readonly Change[]): void {
  const seen = new Set<string>();
  for (const { issue, field } of changes) {
    const pair = `${field.id} ${issue.id}`;
    if (seen.has(pair)) throw invalid(`Issue '${issue.id}' has '${field.id}' updated twice.`);
    seen.add(pair);
  }
}
