import { findSpelling } from '../jql-function/find-spelling';
import { fieldClause } from '../jql-function/jql-text';
import { QueryRefused } from '../jql-function/query-refused';
import { JiraError } from '../platform/platform';
import type { FoundIssue, JiraField } from '../platform/unattended-jira';
import { completeValue } from './complete-value';
import type { RefreshRun } from './refresh-run';
import type { Slice, StepResult } from './step';

/**
 * Fills in what JQL searches on one page of issues whose field was written from outside without it,
 * field after field.
 */
export async function repairStep(slice: Slice, run: RefreshRun): Promise<StepResult> {
  const fields = (await slice.fields.listFields()).filter(isOwn);
  const field = fields[run.repairing.fieldIndex];
  if (!field) return { run: { ...run, phase: 'done' } };
  try {
    return { run: await repairPage(slice, run, field) };
  } catch (error) {
    if (!isOfThisField(error)) throw error;
    return { run: { ...run, repairing: nextField(run) } };
  }
}

type OwnField = JiraField & { readonly moduleKey: NonNullable<JiraField['moduleKey']> };

function isOwn(field: JiraField): field is OwnField {
  return field.moduleKey !== undefined;
}

/** Jira can't search this field so, or no longer knows the page. The next run tries again. */
function isOfThisField(error: unknown): boolean {
  return error instanceof QueryRefused || (error instanceof JiraError && error.status === 400);
}

async function repairPage(slice: Slice, run: RefreshRun, field: OwnField): Promise<RefreshRun> {
  const { jira } = slice;
  const kind = field.moduleKey === 'workspace-cascade' ? 'cascade' : 'object';
  const spelling = await findSpelling(slice, { fieldId: field.id, name: field.name, kind });
  const jql = `${fieldClause(field.id)} is not EMPTY AND ${spelling} is EMPTY`;
  const page = await jira.searchIssues(jql, [field.id], run.repairing.pageToken);
  const updates = page.issues.flatMap((issue) => updateOf(kind, field.id, issue) ?? []);
  if (updates.length > 0) await jira.writeFieldValues(field.id, updates);
  const { nextPageToken: pageToken } = page;
  return {
    ...run,
    repaired: run.repaired + updates.length,
    leftAlone: run.leftAlone + page.issues.length - updates.length,
    repairing: pageToken === undefined ? nextField(run) : { ...run.repairing, pageToken },
    setbacks: 0,
  };
}

function updateOf(kind: 'object' | 'cascade', fieldId: string, { id, fields }: FoundIssue) {
  const value = completeValue(kind, fields[fieldId]);
  return value && { issueIds: [Number(id)], value };
}

function nextField({ repairing }: RefreshRun): RefreshRun['repairing'] {
  return { fieldIndex: repairing.fieldIndex + 1 };
}
