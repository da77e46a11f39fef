import { userBean } from './representations';
import type { JiraReply } from './jira-request';
import { pageOf, parameter } from './route';
import type { Route, RouteCall } from './route';
import type { HistoryEntry } from '../jira/state';

export const changelogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/issue/{issueIdOrKey}/changelog',
    scopes: [['read:jira-work'], ['read:issue-meta:jira', 'read:avatar:jira']],
    answer: listChanges,
  },
];

/** Who changed what, the first change first. */
function listChanges(call: RouteCall): JiraReply {
  const issue = call.model.getIssue(call.caller, parameter(call, 'issueIdOrKey'));
  return pageOf(call, issue.history.map(changeBean));
}

/** Of an app's field Jira keeps the text alone: the formatter's. */
function changeBean({ id, authorId, created, items }: HistoryEntry) {
  return {
    id,
    author: userBean(authorId),
    created,
    items: items.map(({ field, fieldId, isCustom, fromText, toText }) => ({
      field,
      fieldtype: isCustom ? 'custom' : 'jira',
      fieldId,
      from: null,
      fromString: fromText,
      to: null,
      toString: toText,
    })),
  };
}
