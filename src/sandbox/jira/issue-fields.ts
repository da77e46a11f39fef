import * as z from 'zod';
import { accountTypeOf, appUser } from './accounts';
import { JiraError } from './jira-error';
import type { JiraModel } from './model';
import type { Issue } from './state';
import type { Caller } from './accounts';

/** Of a text field, as Jira sets it by default. */
const maximumCharacters = 32_767;
const tooLong = `The entered text is too long. It exceeds the allowed limit of ${maximumCharacters.toLocaleString('en')} characters.`;

const builtIn = z.object({
  summary: z
    .string('You must specify a summary of the issue.')
    .trim()
    .min(1, 'You must specify a summary of the issue.')
    .max(255, 'Summary must be less than 255 characters.'),
  description: z
    .looseObject({ type: z.literal('doc'), version: z.literal(1) })
    .refine((document) => documentText(document).length <= maximumCharacters, tooLong)
    .nullable(),
  assignee: z
    .object({ accountId: z.string() })
    .refine(({ accountId }) => accountTypeOf(accountId) === 'licensed', {
      message: 'The account does not exist or cannot be assigned.',
    })
    .nullable(),
});

type Place = Pick<Issue, 'projectId' | 'workTypeId'>;
type FieldChanges = Partial<Pick<Issue, 'summary' | 'description' | 'assigneeId'>> & {
  /** `null` clears the field. */
  values: Readonly<Record<string, unknown>>;
};

/**
 * Checks fields that someone wants to set on an issue.
 * @throws {JiraError} 400 with one message for each field that cannot be set.
 */
export function readFieldChanges(
  model: JiraModel,
  place: Place,
  fields: Readonly<Record<string, unknown>>,
): FieldChanges {
  const errors: Record<string, string> = {};
  const names = Object.keys(builtIn.shape);
  const ours = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const values = Object.fromEntries(Object.entries(fields).filter(([id]) => !names.includes(id)));

  const checked = builtIn.partial().safeParse(ours);
  for (const { path, message } of checked.error?.issues ?? []) errors[String(path[0])] = message;
  for (const [id, value] of Object.entries(values)) {
    const refusal = refuseValue(model, place, id, value);
    if (refusal !== undefined) errors[id] = refusal;
  }
  if (!checked.success || Object.keys(errors).length > 0) throw new JiraError(400, [], errors);

  const { assignee, ...others } = checked.data;
  const assigneeId = assignee === null ? null : assignee?.accountId;
  return { ...others, ...(assigneeId !== undefined && { assigneeId }), values };
}

function refuseValue(
  model: JiraModel,
  { projectId, workTypeId }: Place,
  id: string,
  value: unknown,
): string | undefined {
  const field = model.fieldsOf(projectId, workTypeId).find((candidate) => candidate.id === id);
  if (!field) {
    return offScreen(id);
  }
  return model.typeOf(field).refuse(value);
}

const offScreen = (id: string) =>
  `Field '${id}' cannot be set. It is not on the appropriate screen, or unknown.`;

/** @throws {JiraError} 400 naming each of these fields, which a screen does not show; not for none */
export function refuseOffScreen(ids: readonly string[]): void {
  if (ids.length === 0) return;
  throw new JiraError(400, [], Object.fromEntries(ids.map((id) => [id, offScreen(id)])));
}

export function applyChanges(issue: Issue, { values, ...others }: FieldChanges): void {
  Object.assign(issue, others);
  for (const [id, value] of Object.entries(values)) {
    if (value === null) Reflect.deleteProperty(issue.values, id);
    else issue.values[id] = value;
  }
}

/** Returns an issue that the caller reports, with the project's next key; not yet on the site. */
export function newIssue(
  model: JiraModel,
  caller: Caller,
  place: Pick<Issue, 'projectId' | 'workTypeId'>,
): Issue {
  const now = model.now().toISOString();
  const project = model.projectOf(place);
  const key = `${project.key}-${project.nextNumber}`;
  project.nextNumber += 1;
  return {
    id: model.takeId(),
    key,
    ...place,
    summary: '',
    description: null,
    status: 'To Do',
    reporterId: caller.kind === 'person' ? caller.accountId : appUser.accountId,
    assigneeId: null,
    created: now,
    updated: now,
    values: {},
  };
}

/** Returns the text of an Atlassian document, '' for none. */
export function documentText(node: unknown): string {
  if (Array.isArray(node)) return node.map(documentText).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, content } = node as Readonly<Record<string, unknown>>;
  return typeof text === 'string' ? text : documentText(content);
}
