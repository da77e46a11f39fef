import * as z from 'zod';
import { searchIssues } from '../jql/search-issues';
import { invalid } from '../jira/jira-error';
import { fieldSelectionOf, issueBean, renderedFieldsOf } from './representations';
import type { Route, RouteCall } from './route';
import { readBody } from './route';

const scopes = [['read:jira-work'], ['read:issue-details:jira']];

export const searchRoutes: readonly Route[] = [
  { method: 'POST', path: '/search/jql', scopes, isReadOnly: true, answer: search },
  { method: 'POST', path: '/search/approximate-count', scopes, isReadOnly: true, answer: count },
];

const searchBody = z.strictObject({
  jql: z.string().default(''),
  fields: z.array(z.string()).default([]),
  maxResults: z.coerce.number().int().min(1).max(5000).default(50),
  nextPageToken: z.string().optional(),
  /** The formatted text of custom fields. */
  expand: z.literal('renderedFields').optional(),
});

/** Without `fields` an issue carries its id alone, as in Jira. */
async function search(call: RouteCall): Promise<object> {
  const { jql, fields, maxResults, nextPageToken, expand } = readBody(call, searchBody);
  const start = nextPageToken === undefined ? 0 : readPageToken(nextPageToken, jql);
  const matches = await searchIssues({ ...call, jql });
  const page = matches.slice(start, start + maxResults);
  const end = start + page.length;
  const isLast = end >= matches.length;
  const selection = fieldSelectionOf(fields, false);
  return {
    issues: page.map((issue) => ({
      ...(fields.length === 0 ? { id: issue.id } : issueBean(call.model, issue, selection)),
      ...(expand && { renderedFields: renderedFieldsOf(call.model, issue, selection) }),
    })),
    isLast,
    ...(!isLast && { nextPageToken: pageTokenOf(end, jql) }),
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

async function count(call: RouteCall): Promise<object> {
  const { jql } = readBody(call, z.strictObject({ jql: z.string().default('') }));
  const { length } = await searchIssues({ ...call, jql });
  return { count: length };
}
