import { isDeepStrictEqual } from 'node:util';
import { appUser, displayNameOf } from './accounts';
import type { JiraModel } from './model';
import type { Caller } from './jira-caller';
import type { HistoryItem, Issue } from './state';

/** Changes an issue, and writes down who changed what: the issue's history. */
export function changeIssue(
  model: JiraModel,
  caller: Caller,
  issue: Issue,
  change: () => void,
): void {
  const before = shownFields(model, issue);
  change();
  const items = differences(before, shownFields(model, issue));
  issue.updated = model.now().toISOString();
  if (items.length === 0) return;
  issue.history.push({
    id: model.takeId(),
    authorId: caller.kind === 'person' ? caller.accountId : appUser.accountId,
    created: issue.updated,
    items,
  });
}

interface ShownField {
  field: string;
  fieldId: string;
  isCustom: boolean;
  value: unknown;
  text: string | null;
}

/** The fields that the history follows; custom ones with the text of their formatter. */
function shownFields(model: JiraModel, issue: Issue): readonly ShownField[] {
  const { summary, description, status, assigneeId } = issue;
  const own = (
    fieldId: string,
    field: string,
    value: unknown,
    text: string | null,
  ): ShownField => ({
    field,
    fieldId,
    isCustom: false,
    value,
    text,
  });
  const assignee = assigneeId === null ? null : displayNameOf(assigneeId);
  return [
    own('summary', 'Summary', summary, summary),
    own('description', 'Description', structuredClone(description), null),
    own('status', 'Status', status, status),
    own('assignee', 'Assignee', assigneeId, assignee),
    ...model.fieldsOf(issue.projectId, issue.workTypeId).map((field) => ({
      field: field.name,
      fieldId: field.id,
      isCustom: true,
      value: structuredClone(issue.values[field.id] ?? null),
      text: model.typeOf(field).format(issue.values[field.id]) || null,
    })),
  ];
}

function differences(before: readonly ShownField[], after: readonly ShownField[]): HistoryItem[] {
  return after.flatMap(({ field, fieldId, isCustom, value, text }, index) => {
    const former = before[index];
    if (!former || isDeepStrictEqual(former.value, value)) return [];
    return { field, fieldId, isCustom, fromText: former.text, toText: text };
  });
}
