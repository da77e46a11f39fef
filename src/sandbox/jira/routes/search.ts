import * as z from 'zod';
import { notModelled } from '../jira-error';
import type { JiraModel } from '../model';
import { hasProjectPermission } from '../permissions';
import { fieldSelectionOf, issueBean, renderedFieldsOf } from '../representations';
import type { Caller, JiraReply } from '../request';
import { readBody } from '../route';
import type { Route, RouteCall } from '../route';
import type { Issue } from '../state';

const scopes = [['read:jira-work'], ['read:issue-details:jira']];

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/search/jql', scopes, answer: searchByQuery },
  { method: 'POST', path: '/search/jql', scopes, isReadOnly: true, answer: searchByBody },
  { method: 'POST', path: '/search/approximate-count', scopes, isReadOnly: true, answer: count },
];

const searchBody = z.strictObject({
  jql: z.string(),
  fields: z.array(z.string()).default([]),
  maxResults: z.coerce.number().int().min(1).max(5000).default(50),
  nextPageToken: z.string().optional(),
  /** `renderedFields`: also the formatted text of the fields that are asked for. */
  expand: z.string().default(''),
});

function searchByQuery({ query, ...call }: RouteCall): JiraReply {
  const fields = query.getAll('fields').flatMap((list) => list.split(','));
  return searchByBody({ ...call, query, body: { ...Object.fromEntries(query), fields } });
}

/** Without `fields` an issue carries its id alone, as in Jira. */
function searchByBody(call: RouteCall): JiraReply {
  const { model, caller } = call;
  const { jql, fields, maxResults, nextPageToken, expand } = readBody(call, searchBody);
  const matches = findIssues(model, caller, jql);
  const start = Number(nextPageToken ?? 0);
  const page = matches.slice(start, start + maxResults);
  const end = start + page.length;
  const selection = fieldSelectionOf(fields, false);
  const issues = page.map((issue) =>
    fields.length === 0
      ? { id: issue.id }
      : {
          ...issueBean(model, issue, selection),
          ...(expand.split(',').includes('renderedFields') && {
            renderedFields: renderedFieldsOf(model, issue, selection),
          }),
        },
  );
  return end < matches.length
    ? { status: 200, body: { issues, isLast: false, nextPageToken: String(end) } }
    : { status: 200, body: { issues, isLast: true } };
}

function count(call: RouteCall): JiraReply {
  const { jql } = readBody(call, z.strictObject({ jql: z.string() }));
  return { status: 200, body: { count: findIssues(call.model, call.caller, jql).length } };
}

const listing =
  /^\s*project\s*=\s*"?(?<project>\w+)"?\s*(?:order\s+by\s+(?<field>key|created|updated)(?:\s+(?<direction>asc|desc))?)?\s*$/i;

/**
 * The issues of one project, the only JQL that is modelled; newest first without `order by`.
 * What the caller may not see is left out.
 */
function findIssues(model: JiraModel, caller: Caller, jql: string): readonly Issue[] {
  const groups = listing.exec(jql)?.groups;
  if (!groups?.project) throw notModelled(`the JQL: ${jql}`);
  const name = groups.project.toUpperCase();
  const project = model.state.projects.find(({ id, key }) => key === name || id === name);
  if (!project || !hasProjectPermission(caller, 'BROWSE_PROJECTS', project)) return [];
  const issues = model.state.issues.filter(({ projectId }) => projectId === project.id);
  const field = groups.field?.toLowerCase() ?? 'created';
  const direction = groups.direction?.toLowerCase() ?? (groups.field ? 'asc' : 'desc');
  const sign = direction === 'asc' ? 1 : -1;
  const sortKey = sortKeys[field] ?? sortKeys.key;
  return issues.sort((a, b) => sign * sortKey(a).localeCompare(sortKey(b)));
}

const sortKeys: Readonly<Record<string, (issue: Issue) => string>> & {
  key: (issue: Issue) => string;
} = {
  key: ({ key }) => key.slice(key.indexOf('-') + 1).padStart(8, '0'),
  created: ({ created }) => created,
  updated: ({ updated }) => updated,
};
