import { displayNameOf } from '../jira/accounts';
import { notModelled } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import type { CustomField, Issue, Project, WorkType } from '../jira/state';
import { statusCategories } from '../jira/state';

/** The REST shapes of what Jira holds. */

export function userBean(accountId: string) {
  return { accountId, displayName: displayNameOf(accountId), active: true };
}

export function workTypeBean({ id, name, description }: WorkType) {
  return { id, name, description, subtask: false, hierarchyLevel: 0 };
}

export function projectBean(model: JiraModel, project: Project) {
  const { id, key, name, projectTypeKey } = project;
  return { self: `${model.siteUrl}/rest/api/3/project/${id}`, id, key, name, projectTypeKey };
}

export function statusBean(name: Issue['status']) {
  return { name, statusCategory: statusCategories[name] };
}

export type ProjectBean = ReturnType<typeof projectBean>;
export type WorkTypeBean = ReturnType<typeof workTypeBean>;
export type StatusBean = ReturnType<typeof statusBean>;

/** All fields of an issue: Jira's own, and custom ones by their id. */
export interface IssueFields {
  summary: string;
  description: Issue['description'];
  issuetype: WorkTypeBean;
  project: ProjectBean;
  status: StatusBean;
  reporter: ReturnType<typeof userBean>;
  assignee: ReturnType<typeof userBean> | null;
  created: string;
  updated: string;
  [customFieldId: string]: unknown;
}

export function issueBean(model: JiraModel, issue: Issue, names: FieldSelection) {
  const fields: IssueFields = {
    summary: issue.summary,
    description: issue.description,
    issuetype: workTypeBean(model.workTypeOf(issue)),
    project: projectBean(model, model.projectOf(issue)),
    status: statusBean(issue.status),
    reporter: userBean(issue.reporterId),
    assignee: issue.assigneeId === null ? null : userBean(issue.assigneeId),
    created: issue.created,
    updated: issue.updated,
  };
  for (const { id } of model.fieldsOf(issue.projectId, issue.workTypeId)) {
    fields[id] = issue.values[id] ?? null;
  }
  return {
    id: issue.id,
    key: issue.key,
    self: `${model.siteUrl}/rest/api/3/issue/${issue.id}`,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names(name))),
  };
}

/** The formatted text of each selected custom field that the issue has. */
export function renderedFieldsOf(
  model: JiraModel,
  issue: Issue,
  names: FieldSelection,
): Record<string, string> {
  const fields = model.fieldsOf(issue.projectId, issue.workTypeId);
  return Object.fromEntries(
    fields
      .filter(({ id }) => names(id))
      .map((field) => [field.id, model.typeOf(field).format(issue.values[field.id])]),
  );
}

export interface FieldFacts {
  names: Readonly<Record<string, string>>;
  schema: Readonly<Record<string, FieldSchema>>;
}

/** Name and schema of each field that the issue has. */
export function fieldFactsOf(model: JiraModel, issue: Issue, names: FieldSelection): FieldFacts {
  const custom = model.fieldsOf(issue.projectId, issue.workTypeId);
  const beans = [...systemFieldBeans, ...custom.map((field) => fieldBean(model, field))];
  const selected = beans.filter(({ id }) => names(id));
  return {
    names: Object.fromEntries(selected.map(({ id, name }) => [id, name])),
    schema: Object.fromEntries(selected.map(({ id, schema }) => [id, schema])),
  };
}

export type FieldSelection = (fieldName: string) => boolean;

/** Reads the parameter `fields`: names, or `*navigable` for all. */
export function fieldSelectionOf(names: readonly string[], whenEmpty: boolean): FieldSelection {
  const unknown = names.find((name) => name !== '*navigable' && /^[*-]/.test(name));
  if (unknown !== undefined) throw notModelled(`the fields '${unknown}'`);
  const takesAll = names.includes('*navigable') || (names.length === 0 && whenEmpty);
  return (name) => takesAll || names.includes(name);
}

/** Name and type of each field of Jira's own, by id. */
const systemFields = {
  summary: ['Summary', 'string'],
  description: ['Description', 'doc'],
  issuetype: ['Work type', 'issuetype'],
  project: ['Project', 'project'],
  status: ['Status', 'status'],
  reporter: ['Reporter', 'user'],
  assignee: ['Assignee', 'user'],
  created: ['Created', 'datetime'],
  updated: ['Updated', 'datetime'],
} as const;

/** What can be done with every field of the stand-in. */
const usesOfField = { orderable: true, navigable: true, searchable: true };

export const systemFieldBeans = Object.entries(systemFields).map(([id, [name, type]]) => ({
  ...{ id, key: id, name, custom: false, ...usesOfField, clauseNames: [id] },
  schema: { type, system: id },
}));

export interface FieldSchema {
  type: string;
  /** Of Jira's own fields. */
  system?: string;
  /** The ARI of an app's field type. */
  custom?: string;
  customId?: number;
}

/** A field as a screen asks for it: when an issue is created, or moves to another status. */
function fieldOnScreen(key: string, name: string, required: boolean, schema: FieldSchema) {
  return { fieldId: key, key, name, required, hasDefaultValue: false, operations: ['set'], schema };
}
export type ScreenField = ReturnType<typeof fieldOnScreen>;

export function customFieldOnScreen(model: JiraModel, field: CustomField) {
  return fieldOnScreen(field.id, field.name, false, schemaOf(model, field));
}

/** One of Jira's own on a screen. */
export function systemFieldOnScreen(id: keyof typeof systemFields, required = false) {
  const [name, type] = systemFields[id];
  return fieldOnScreen(id, name, required, { type, system: id });
}

function schemaOf(model: JiraModel, field: CustomField): FieldSchema {
  const { ari } = model.typeOf(field).declaration;
  return {
    type: 'object',
    custom: ari,
    customId: Number(field.id.slice('customfield_'.length)),
  };
}

/** The entry of a custom field in the list of fields. */
export function fieldBean(model: JiraModel, field: CustomField) {
  return {
    id: field.id,
    key: field.id,
    name: field.name,
    description: field.description,
    custom: true,
    ...usesOfField,
    clauseNames: [`cf[${field.id.slice('customfield_'.length)}]`, field.name],
    schema: schemaOf(model, field),
  };
}
export type FieldBean = ReturnType<typeof fieldBean>;
