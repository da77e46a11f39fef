import { JiraError, notVisible } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { requireAdministrator } from '../jira/permissions';
import { parameter } from './route';
import type { RouteCall } from './route';
import type { CustomField, FieldContext } from '../jira/state';

/** @throws {JiraError} 403 for everyone but administrators, 404 without such a field */
export function fieldOf(call: RouteCall): CustomField {
  requireAdministrator(call.caller);
  return call.model.getField(parameter(call, 'fieldId'));
}

export function contextOf(call: RouteCall): { field: CustomField; context: FieldContext } {
  const field = fieldOf(call);
  const id = parameter(call, 'contextId');
  const context = field.contexts.find((candidate) => candidate.id === id);
  if (!context) throw notVisible(`The context '${id}'`);
  return { field, context };
}

export function requireKnown(
  known: JiraModel['state']['projects' | 'workTypes'],
  wanted: readonly string[],
  what: string,
) {
  const unknown = wanted.find((id) => !known.some((candidate) => candidate.id === id));
  if (unknown !== undefined) throw new JiraError(404, [`The ${what} '${unknown}' was not found.`]);
}

/** A project belongs to at most one context of a field. */
export function requireFreeProjects(
  { contexts }: CustomField,
  projectIds: readonly string[],
): void {
  const taken = projectIds.find((id) => contexts.some((other) => other.projectIds.includes(id)));
  if (taken !== undefined) {
    throw new JiraError(409, [`The project '${taken}' has another context of this field.`]);
  }
}

export function requireNoGlobalContext(contexts: readonly FieldContext[]): void {
  if (contexts.some(({ projectIds }) => projectIds.length === 0)) {
    throw new JiraError(409, ['The field has a global context already.']);
  }
}
