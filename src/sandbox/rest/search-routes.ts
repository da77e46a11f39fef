import * as z from 'zod';
import { searchIssues } from '../jql/search-issues';
import { invalid } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { fieldFactsOf, fieldSelectionOf, issueBean, renderedFieldsOf } from './representations';
import type { FieldSelection } from './representations';
import type { JiraReply, Route, RouteCall } from './route';
import { readBody } from './route';
import type { Issue } from '../jira/state';

const scopes = [['read:jira-work'], ['read:issue-details:jira']];

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/search/jql', scopes, answer: searchByQuery },
  { method: 'POST', path: '/search/jql', scopes, isReadOnly: true, answer: searchByBody },
  { method: 'POST', path: '/search/approximate-count', scopes, isReadOnly: true, answer: count },
];

const searchBody = z.strictObject({
  jql: z.string().default(''),
  fields: z.array(z.string()).default([]),
  maxResults: z.coerce.number().int().min(1).max(5000).default(50),
  nextPageToken: z.string().optional(),
  /** `renderedFields`: the formatted text of custom fields; `names`, `schema`: of all fields shown. */
  expand: z.string().default(''),
});

function searchByQuery({ query, ...call }: RouteCall): Promise<JiraReply> {
  const fields = query.getAll('fields').flatMap((list) => list.split(','));
  return searchByBody({ ...call, query, body: { ...Object.fromEntries(query), fields } });
}

/** Without `fields` an issue carries its id alone, as in Jira. */
async function searchByBody(call: RouteCall): Promise<JiraReply> {
  const { model, jqlPlatform, caller } = call;
  const { jql, fields, maxResults, nextPageToken, expand } = readBody(call, searchBody);
  const start = nextPageToken === undefined ? 0 : readPageToken(nextPageToken, jql);
  const matches = await searchIssues({ model, jqlPlatform, caller, jql });
  const page = matches.slice(start, start + maxResults);
  const end = start + page.length;
  const isLast = end >= matches.length;
  const selection = fieldSelectionOf(fields, false);
  const expansions = new Set(expand.split(','));
  return {
    status: 200,
    body: {
      issues: page.map((issue) => beanOf(model, issue, fields, selection, expansions)),
      ...factsOf(model, page, selection, expansions),
      isLast,
      ...(!isLast && { nextPageToken: pageTokenOf(end, jql) }),
    },
  };
}

function beanOf(
  model: JiraModel,
  issue: Issue,
  fields: readonly string[],
  selection: FieldSelection,
  expansions: ReadonlySet<string>,
) {
  if (fields.length === 0) return { id: issue.id };
  return {
    ...issueBean(model, issue, selection),
    ...(expansions.has('renderedFields') && {
      renderedFields: renderedFieldsOf(model, issue, selection),
    }),
  };
}

/** Names and schemas stand once beside the issues, of every field that one of them shows. */
function factsOf(
  model: JiraModel,
  issues: readonly Issue[],
  selection: FieldSelection,
  expansions: ReadonlySet<string>,
) {
  const facts = issues.map((issue) => fieldFactsOf(model, issue, selection));
  const merge = (parts: readonly object[]) =>
    Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  return {
    ...(expansions.has('names') && { names: merge(facts.map(({ names }) => names)) }),
    ...(expansions.has('schema') && { schema: merge(facts.map(({ schema }) => schema)) }),
  };
}

const pageToken = z.tuple([z.int().min(0), z.string()]);

/** A page token is valid for its own query only. */
function pageTokenOf(start: number, jql: string): string {
  return Buffer.from(JSON.stringify([start, jql])).toString('base64url');
}

/** @throws {JiraError} 400 for a token of another query */
function readPageToken(token: string, jql: string): number {
  try {
    const [start, ownJql] = pageToken.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
    if (ownJql === jql) return start;
  } catch {
    // Refused below, like a token of another query.
  }
  throw invalid('The provided next page token is invalid or expired.');
}

async function count(call: RouteCall): Promise<JiraReply> {
  const { model, jqlPlatform, caller } = call;
  const { jql } = readBody(call, z.strictObject({ jql: z.string().default('') }));
  const { length } = await searchIssues({ model, jqlPlatform, caller, jql });
  return { status: 200, body: { count: length } };
}
