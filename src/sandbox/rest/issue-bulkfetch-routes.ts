import * as z from 'zod';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { customFieldOnScreen, fieldOnScreen, fieldSelectionOf, issueBean } from './representations';
import type { Caller } from '../jira/jira-caller';
import type { JiraReply } from './jira-request';
import { readBody } from './route';
import type { Route, RouteCall } from './route';
import type { Issue } from '../jira/state';

/**
 * Up to 100 issues as they are now; those that the caller may not see are left out.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-bulkfetch-post
 */
export const issueBulkfetchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/issue/bulkfetch',
    scopes: [['read:jira-work'], ['read:issue:jira', 'read:issue-meta:jira']],
    isReadOnly: true,
    answer: fetchIssues,
  },
];

const asked = z.strictObject({
  issueIdsOrKeys: z.array(z.string()).min(1).max(100),
  fields: z.array(z.string()).default([]),
  expand: z.array(z.literal('editmeta')).default([]),
});

function fetchIssues(call: RouteCall): JiraReply {
  const { model, caller } = call;
  const { issueIdsOrKeys, fields, expand } = readBody(call, asked);
  const selection = fieldSelectionOf(fields, true);
  const issues = [...new Set(issueIdsOrKeys)].flatMap((id) => findSeen(model, caller, id) ?? []);
  const beans = issues.map((issue) => ({
    ...issueBean(model, issue, selection),
    ...(expand.includes('editmeta') && { editmeta: { fields: editFields(call, issue) } }),
  }));
  return { status: 200, body: { issues: beans, issueErrors: [] } };
}

/**
 * The fields of the edit screen that the caller can edit.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-editmeta-get
 */
function editFields({ model, caller }: RouteCall, issue: Issue) {
  const custom = model.editableFieldsOf(caller, issue);
  if (!custom) return {};
  const fields = [
    fieldOnScreen('summary', 'Summary', true, { type: 'string', system: 'summary' }),
    ...custom.map((field) => customFieldOnScreen(model, field)),
  ];
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}

function findSeen(model: JiraModel, caller: Caller, id: string): Issue | undefined {
  try {
    return model.getIssue(caller, id);
  } catch (error) {
    if (error instanceof JiraError) return undefined;
    throw error;
  }
}
